// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_MEMORY_ARENA_H
#define HOST_MEMORY_ARENA_H

#include "mux/mux.h"

#include <cstddef>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace host {

/// Memory for the commands of a command buffer: taken piece by piece, given back all at once. Some
/// of the system's memory is kept for the next use. Not thread safe.
class Arena {
public:
  explicit Arena(mux_allocator_info_t given) : allocator(given) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  /// `size` bytes at a multiple of `alignment` (at most mux_alignment), or null.
  [[nodiscard]] void* take(size_t size, size_t alignment);
  /// Frees everything that was taken; nothing is destroyed.
  void reset();

  /// `count` values, initialised only if their type has a constructor that does it; null if there
  /// is no memory, or if `count` is 0.
  template <typename T> [[nodiscard]] T* array(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    size_t size = 0;
    if (__builtin_mul_overflow(count, sizeof(T), &size)) {
      return nullptr;
    }
    return static_cast<T*>(take(size, alignof(T)));
  }

private:
  struct Chunk {
    Chunk* next;
    size_t size; ///< bytes behind the header
    size_t used;
  };
  static constexpr size_t header = mux_alignment;
  static constexpr size_t min_chunk = 1024 - header; ///< small: thousands may have one command each
  static constexpr size_t max_chunk = size_t(1) << 20;
  static constexpr size_t kept = size_t(256) << 10; ///< bytes that stay after `reset`
  static std::byte* content(Chunk& chunk) { return reinterpret_cast<std::byte*>(&chunk) + header; }

  mux_allocator_info_t allocator;
  Chunk* first = nullptr;
  Chunk* current = nullptr;
};

} // namespace host

#endif
