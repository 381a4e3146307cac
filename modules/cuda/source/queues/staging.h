// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_QUEUES_STAGING_H
#define CUDA_QUEUES_STAGING_H

#include "memory/device_memory.h"

#include <cstddef>
#include <mutex>
#include <vector>

namespace cuda {

/// Pinned memory of the host through which small contents go to memory of the application's, which
/// the GPU does not reach by itself. Thread safe; the context is current.
class Staging {
public:
  /// Bytes of a piece.
  static constexpr uint64_t piece = (uint64_t(1) << 20) + 4096;

  explicit Staging(DeviceMemory& in_memory) : memory(in_memory) {}
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  /// A piece; null if there is no memory for another.
  [[nodiscard]] std::byte* take();
  void give_back(std::byte* given);
  /// All pieces have gone with their context.
  void forget();

private:
  DeviceMemory& memory;
  std::mutex lock; ///< protects what follows
  std::vector<std::byte*> unused;
  size_t made = 0;
};

} // namespace cuda

#endif
