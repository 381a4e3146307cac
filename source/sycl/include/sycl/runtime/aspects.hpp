// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.6.4.5.
#ifndef SYCL_RUNTIME_ASPECTS_HPP
#define SYCL_RUNTIME_ASPECTS_HPP

#include <sycl/detail/config.hpp>

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
};

} // namespace lw1
} // namespace sycl

#endif
