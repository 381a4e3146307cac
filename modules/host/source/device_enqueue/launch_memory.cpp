// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_enqueue/launch_memory.h"

#include <cstdlib>
#include <new>

namespace host {
namespace {

/// Of a block with its head: some eighty small launches.
constexpr size_t usual_bytes = size_t(64) << 10;

} // namespace

std::byte* LaunchBlock::take(size_t bytes) {
  const size_t needed = align_up(bytes, abi_alignment);
  if (needed > size - used) {
    return nullptr;
  }
  std::byte* place = reinterpret_cast<std::byte*>(this + 1) + used;
  used += needed;
  users.fetch_add(1, std::memory_order_relaxed);
  return place;
}

void LaunchBlock::release() {
  if (users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    owner->give_back(*this);
  }
}

LaunchBlocks::~LaunchBlocks() {
  while (kept != nullptr) {
    LaunchBlock* next = kept->next;
    std::free(kept);
    kept = next;
  }
}

LaunchBlock* LaunchBlocks::obtain(size_t bytes) {
  const size_t needed = sizeof(LaunchBlock) + align_up(bytes, abi_alignment);
  const size_t total = needed > usual_bytes ? needed : usual_bytes;
  void* memory = nullptr;
  if (total == usual_bytes) {
    const std::lock_guard held(mutex);
    if (kept != nullptr) {
      memory = kept;
      kept = kept->next;
      bytes_kept -= usual_bytes;
    }
  }
  if (memory == nullptr) {
    memory = std::aligned_alloc(abi_alignment, total);
    if (memory == nullptr) {
      return nullptr;
    }
  }
  auto* block = ::new (memory) LaunchBlock;
  block->owner = this;
  block->size = total - sizeof(LaunchBlock);
  return block;
}

void LaunchBlocks::give_back(LaunchBlock& block) {
  if (sizeof(LaunchBlock) + block.size == usual_bytes) {
    const std::lock_guard held(mutex);
    if (bytes_kept < most_kept) {
      bytes_kept += usual_bytes;
      block.next = kept;
      kept = &block;
      return;
    }
  }
  std::free(&block);
}

} // namespace host
