// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_RUNTIME_MEMORY_KEPT_BLOCKS_H
#define SYCL_RUNTIME_MEMORY_KEPT_BLOCKS_H

#include "cargo/sanitizers.h"

#include <cstddef>
#include <new>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Memory for objects of one class that are made and deleted all the time. Each thread keeps the
/// blocks of up to so many that it has deleted, for those that it makes. Thread-safe.
template <std::size_t size, std::size_t most> class kept_blocks {
public:
  /// Throws std::bad_alloc.
  static void* take() {
    stack& mine = kept;
    return mine.count != 0 ? mine.blocks[--mine.count] : ::operator new(size);
  }
  static void give_back(void* block) noexcept {
    stack& mine = kept;
    if (mine.state == state::untouched) {
      open(mine);
    }
    if (mine.state == state::open && mine.count != most) {
      mine.blocks[mine.count++] = block;
    } else {
      ::operator delete(block);
    }
  }

private:
  enum class state { untouched, open, closed };
  /// Without a constructor or destructor, so that it costs no call to reach it.
  struct stack {
    void* blocks[most];
    std::size_t count;
    enum state state;
  };
  /// At the end of the thread. Objects that outlive it give back their own memory.
  struct closer {
    ~closer() {
      while (kept.count != 0) {
        ::operator delete(kept.blocks[--kept.count]);
      }
      kept.state = state::closed;
    }
  };
  static void open(stack& mine) noexcept {
    static thread_local closer at_end;
    (void)at_end;
    // The sanitizer sees what is used after its end.
    mine.state = with_address_sanitizer ? state::closed : state::open;
  }

  static inline thread_local constinit stack kept = {};
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
