// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_LARGE_BLOCKS_H
#define CARGO_LARGE_BLOCKS_H

#include "cargo/sanitizers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <mutex>
#include <sys/mman.h>

namespace cargo {

/// Memory in large blocks, of huge pages where the system gives them on request: few page faults at
/// the first touch, few misses of the address cache afterwards. Some blocks that are freed are kept
/// for the next allocations: the system clears the pages that it gives, which takes longer than to
/// copy to them, and malloc keeps no block of 32 MiB or more, and no several smaller ones. The
/// system may take the pages of kept blocks when it needs memory.
///
/// Thread-safe. Of threads that call at the same time one has the kept blocks, and the others do
/// without; so does the child of a fork during a call.
class LargeBlocks {
public:
  static constexpr size_t huge_page = size_t(2) << 20;
  static constexpr size_t min_size = 2 * huge_page; ///< of a block
  // What is kept:
  static constexpr size_t max_blocks = 16;
  static constexpr size_t max_bytes = size_t(256) << 20;

  LargeBlocks() = default;
  LargeBlocks(const LargeBlocks&) = delete;

  struct Block {
    void* memory;
    bool is_new; ///< else it has whatever was in it
  };
  /// At least `size` bytes, from min_size on, aligned to a huge page and to `alignment`, a power of
  /// two. Null if there is no memory.
  [[nodiscard]] Block allocate(size_t size, size_t alignment) noexcept {
    alignment = std::max(alignment, huge_page);
    if (void* memory = take(size, alignment)) {
      return {memory, false};
    }
    void* memory = nullptr;
    if (posix_memalign(&memory, alignment, size) != 0) {
      free_kept();
      if (posix_memalign(&memory, alignment, size) != 0) {
        return {nullptr, true};
      }
    }
#if defined(MADV_HUGEPAGE)
    madvise(memory, size / huge_page * huge_page, MADV_HUGEPAGE);
#endif
    return {memory, true};
  }

  /// Frees what `allocate` gave.
  void free(void* memory) noexcept {
    const Kept block = {memory, malloc_usable_size(memory)};
#if defined(MADV_FREE)
    constexpr size_t page = 4096;
    madvise(memory, block.size / page * page, MADV_FREE);
#endif
    const std::unique_lock guard(mutex, std::try_to_lock);
    // A sanitizer sees what is used after it was freed only if it is.
    if (with_address_sanitizer || !guard || block.size > max_bytes) {
      std::free(memory);
      return;
    }
    while (count == max_blocks || bytes + block.size > max_bytes) {
      std::free(remove(0));
    }
    kept[count++] = block;
    bytes += block.size;
  }

  /// Frees the blocks that are kept.
  void free_kept() noexcept {
    const std::unique_lock guard(mutex, std::try_to_lock);
    while (guard && count != 0) {
      std::free(remove(count - 1));
    }
  }

private:
  struct Kept {
    void* memory = nullptr;
    size_t size = 0;
  };

  void* remove(size_t index) noexcept {
    const Kept removed = kept[index];
    std::copy(&kept[index] + 1, kept.data() + count, &kept[index]);
    --count;
    bytes -= removed.size;
    return removed.memory;
  }
  /// A kept block that has the size, or at most a quarter more; or null.
  void* take(size_t size, size_t alignment) noexcept {
    const std::unique_lock guard(mutex, std::try_to_lock);
    if (!guard) {
      return nullptr;
    }
    size_t best = count;
    for (size_t i = count; i-- > 0;) { // of several alike the newest, which caches may still have
      const bool fits = kept[i].size >= size && kept[i].size - size <= size / 4 &&
                        reinterpret_cast<uintptr_t>(kept[i].memory) % alignment == 0;
      if (fits && (best == count || kept[i].size < kept[best].size)) {
        best = i;
      }
    }
    return best == count ? nullptr : remove(best);
  }

  std::mutex mutex;                  ///< protects what follows
  std::array<Kept, max_blocks> kept; ///< the oldest first
  size_t count = 0, bytes = 0;
};

} // namespace cargo

#endif
