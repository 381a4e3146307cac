// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contents of a buffer on the host.
#ifndef CL_BENCH_WORDS_H
#define CL_BENCH_WORDS_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <vector>

/// Memory as a driver would have it: large blocks in large pages.
template <typename T> struct PageAllocator {
  using value_type = T;
  PageAllocator() = default;
  template <typename U> PageAllocator(const PageAllocator<U>& /*other*/) {}

  T* allocate(size_t count) {
    constexpr size_t large = size_t(2) << 20;
    const size_t bytes = count * sizeof(T), alignment = bytes < large ? 64 : large;
    const size_t size = (bytes + alignment - 1) / alignment * alignment;
    void* block = std::aligned_alloc(alignment, size);
    if (!block) {
      throw std::bad_alloc();
    }
    if (alignment == large) {
      madvise(block, size, MADV_HUGEPAGE); // if it cannot be, small pages do
    }
    return static_cast<T*>(block);
  }
  void deallocate(T* block, size_t /*count*/) { std::free(block); }
  bool operator==(const PageAllocator&) const = default;
};

/// 32-bit words: whatever a kernel takes them for.
using Words = std::vector<uint32_t, PageAllocator<uint32_t>>;

template <typename T> T* as(Words& words) { return reinterpret_cast<T*>(words.data()); }
template <typename T> const T* as(const Words& words) {
  return reinterpret_cast<const T*>(words.data());
}

/// Pseudo-random words, and floats or doubles from 0 to 1; always the same for a seed.
[[nodiscard]] Words random_words(size_t count, uint32_t seed = 1);
[[nodiscard]] Words random_floats(size_t count, uint32_t seed = 1);
[[nodiscard]] Words random_doubles(size_t count, uint32_t seed = 1);

#endif
