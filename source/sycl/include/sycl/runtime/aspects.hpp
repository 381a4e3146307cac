// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.6.4.5.
#ifndef SYCL_RUNTIME_ASPECTS_HPP
#define SYCL_RUNTIME_ASPECTS_HPP

#include <sycl/detail/config.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {

enum class aspect : int {
  cpu,
  gpu,
  accelerator,
  custom,
  emulated,
  host_debuggable,
  fp16,
  fp64,
  atomic64,
  image,
  online_compiler,
  online_linker,
  queue_profiling,
  usm_device_allocations,
  usm_host_allocations,
  usm_atomic_host_allocations,
  usm_shared_allocations,
  usm_atomic_shared_allocations,
  usm_system_allocations,
  // sycl_ext_oneapi_graph: devices with one of them have both.
  ext_oneapi_limited_graph,
  ext_oneapi_graph,
};

/// No device is known when a program is compiled, as drivers come later (section 4.6.4.4). So any
/// device may have an aspect, and not all of them have to.
template <aspect Aspect> struct any_device_has : std::true_type {};
template <aspect Aspect> struct all_devices_have : std::false_type {};
template <aspect Aspect> inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;
template <aspect Aspect> inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

} // namespace lw1
} // namespace sycl

#endif
