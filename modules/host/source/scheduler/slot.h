// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_SLOT_H
#define HOST_SCHEDULER_SLOT_H

#include "scheduler/stack.h"

#include <cstdint>

namespace host {

/// Memory that grows and is kept, aligned to abi_alignment. Its contents do not survive growth.
class Block {
public:
  Block() = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block();

  /// False if there is no memory; then the block is as it was.
  [[nodiscard]] bool reserve(size_t wanted);
  /// Not null, even if nothing was ever reserved.
  void* data() { return memory; }

private:
  alignas(abi_alignment) std::byte nothing[abi_alignment] = {};
  void* memory = nothing;
  size_t size = sizeof nothing;
};

/// The right to run kernels, and what it takes: as many as cores, held by one thread at a time.
struct Slot {
  uint32_t index = 0; ///< schedule::worker
  Stack stack;
  Block local;
  Block scratch;
  Block printf; ///< builtins::PrintfChunk of the range of groups that is running
};

} // namespace host

#endif
