// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_MEMORY_MEMORY_H
#define CUDA_MEMORY_MEMORY_H

#include "object.h"

#include <atomic>
#include <cstddef>

namespace cuda {

struct Device;

/// Memory of the GPU, pinned memory of the host, or part of an allocation by address.
struct Memory : mux_memory_s {
  Device* device = nullptr;
  uint64_t generation = 0;    ///< of the device's contexts: which one it is of
  void* allocation = nullptr; ///< what to free, or null
  std::byte* host = nullptr;  ///< where the host reaches it, or null
  std::atomic<bool> mapped = false;
};

/// Whether memory, if it is not null, is of a context that has ended.
[[nodiscard]] bool is_gone(const mux_memory_s* memory);

} // namespace cuda

#endif
