// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device images of the process: what programs and libraries registered when they were loaded.
#ifndef SYCL_RUNTIME_IMAGES_H
#define SYCL_RUNTIME_IMAGES_H

#include "sycl_image/image.h"

#include <memory>
#include <string>
#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// An image that was read. `identity` is its address in the program that registered it.
struct loaded_image {
  const void* identity = nullptr;
  sycl_image::Image content;
};

/// The image with the kernel of that name, read on first use; null if none has it. Throws if the
/// image is damaged. Thread-safe.
std::shared_ptr<const loaded_image> image_with(const std::string& kernel);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
