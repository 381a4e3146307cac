// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for launches that kernels enqueue. They come by thousands from all threads and end
// together, so they lie side by side in blocks, which go back to their queue as wholes.
#ifndef HOST_DEVICE_ENQUEUE_LAUNCH_MEMORY_H
#define HOST_DEVICE_ENQUEUE_LAUNCH_MEMORY_H

#include "host/kernel_abi.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace host {

class LaunchBlocks;

/// The head of a block; the memory that is given away follows it.
struct alignas(abi_alignment) LaunchBlock {
  LaunchBlocks* owner = nullptr;
  LaunchBlock* next = nullptr; ///< in a list
  size_t size = 0, used = 0;   ///< bytes behind the head
  /// Launches in it that have not ended, and 1 while more may come.
  std::atomic<uint32_t> users = 1;

  /// Room of `bytes`, aligned to abi_alignment, for one more user; null if there is not enough.
  [[nodiscard]] std::byte* take(size_t bytes);
  /// A user is gone. With the last one the block goes back to its owner.
  void release();
};

/// The blocks of a queue. Those that nothing uses are kept for the next launches. Thread safe.
class LaunchBlocks {
public:
  /// Keeps about so many bytes.
  explicit LaunchBlocks(uint64_t bytes_to_keep) : most_kept(bytes_to_keep) {}
  /// All blocks have come back.
  ~LaunchBlocks();
  LaunchBlocks(const LaunchBlocks&) = delete;
  LaunchBlocks& operator=(const LaunchBlocks&) = delete;

  /// A block with room for `bytes`, which has one user; null for lack of memory.
  [[nodiscard]] LaunchBlock* obtain(size_t bytes);

private:
  friend LaunchBlock;
  void give_back(LaunchBlock& block);

  const uint64_t most_kept;
  std::mutex mutex;
  LaunchBlock* kept = nullptr; ///< all of the usual size
  uint64_t bytes_kept = 0;
};

} // namespace host

#endif
