// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_RESERVE_H
#define CARGO_RESERVE_H

#include <algorithm>
#include <cstddef>
#include <vector>

namespace cargo {

/// Afterwards the next push_back allocates nothing. The capacity doubles where it has to grow;
/// `reserve(size() + 1)` before each push_back would move all elements each time.
template <typename T> void reserve_one_more(std::vector<T>& vector) {
  if (vector.size() == vector.capacity()) {
    vector.reserve(std::max(size_t(1), 2 * vector.size()));
  }
}

} // namespace cargo

#endif
