// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the library's own that host and kernels use.
#ifndef SYCL_RUNTIME_MEMORY_SCRATCH_H
#define SYCL_RUNTIME_MEMORY_SCRATCH_H

#include "objects.h"

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Plain memory where the device can use it, else USM of the host. Throws if there is none.
class scratch {
public:
  scratch(ref<context_impl> in, size_t bytes);
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  ~scratch();
  void* get() const { return memory; }

private:
  ref<context_impl> context_of;
  bool uses_usm;
  void* memory = nullptr;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
