// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not memory.h: the C library has one.
#ifndef HOST_MEMORY_HOST_MEMORY_H
#define HOST_MEMORY_HOST_MEMORY_H

#include "object.h"

#include <atomic>
#include <cstddef>

namespace host {

/// `size` bytes aligned to at least mux_alignment, and to a page if they fill one; null if there
/// are none. `alignment` is 0 or a power of two. A large one may be one that was freed before, with
/// whatever was in it.
[[nodiscard]] void* allocate_aligned(uint64_t size, uint64_t alignment);
void free_aligned(void* memory);

struct Memory : mux_memory_s {
  Memory(void* given, uint64_t given_size, uint32_t given_properties, bool own);
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory();

  std::byte* data;
  bool owned; ///< allocated here, rather than wrapped
  std::atomic<bool> mapped = false;
};

} // namespace host

#endif
