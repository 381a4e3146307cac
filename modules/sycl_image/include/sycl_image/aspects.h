// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The aspects of devices that images name by number (SYCL 2020, section 4.6.4.5), for people.
#ifndef SYCL_IMAGE_ASPECTS_H
#define SYCL_IMAGE_ASPECTS_H

#include <cstdint>
#include <iterator>
#include <string>

namespace sycl_image {

/// By the values of sycl::aspect.
inline constexpr const char* aspect_names[] = {
    "cpu",
    "gpu",
    "accelerator",
    "custom",
    "emulated",
    "host_debuggable",
    "fp16",
    "fp64",
    "atomic64",
    "image",
    "online_compiler",
    "online_linker",
    "queue_profiling",
    "usm_device_allocations",
    "usm_host_allocations",
    "usm_atomic_host_allocations",
    "usm_shared_allocations",
    "usm_atomic_shared_allocations",
    "usm_system_allocations",
    "ext_oneapi_limited_graph",
    "ext_oneapi_graph",
};

/// As a program writes it; an unknown one as its number.
inline std::string aspect_text(uint64_t value) {
  return "aspect::" + (value < std::size(aspect_names) ? std::string(aspect_names[value])
                                                       : std::to_string(value));
}

} // namespace sycl_image

#endif
