// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/arena.h"

#include <algorithm>
#include <cstdint>

namespace host {

Arena::~Arena() {
  for (Chunk* chunk = first; chunk != nullptr;) {
    Chunk* next = chunk->next;
    allocator.free(allocator.user_data, chunk);
    chunk = next;
  }
}

void* Arena::take(size_t size, size_t alignment) {
  for (;;) {
    if (current != nullptr) {
      const size_t begin = (current->used + alignment - 1) & ~(alignment - 1);
      if (begin <= current->size && size <= current->size - begin) {
        current->used = begin + size;
        return content(*current) + begin;
      }
    }
    Chunk*& link = current != nullptr ? current->next : first;
    if (link == nullptr || link->size < size) { // a chunk too small is skipped for good
      const size_t grown = current != nullptr ? std::min(current->size * 2, max_chunk) : min_chunk;
      const size_t wanted = std::max(grown, size);
      if (wanted > SIZE_MAX - header) {
        return nullptr;
      }
      void* memory = allocator.allocate(allocator.user_data, header + wanted, mux_alignment);
      if (memory == nullptr) {
        return nullptr;
      }
      link = ::new (memory) Chunk{link, wanted, 0};
    }
    current = link;
  }
}

void Arena::reset() {
  size_t total = 0;
  for (Chunk** link = &first; *link != nullptr;) {
    Chunk& chunk = **link;
    total += header + chunk.size;
    if (total > kept) {
      *link = chunk.next;
      allocator.free(allocator.user_data, &chunk);
      continue;
    }
    chunk.used = 0;
    link = &chunk.next;
  }
  current = nullptr;
}

} // namespace host
