// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that programs give, none of which is taken for a smaller one.
#ifndef SYCL_DETAIL_SIZES_HPP
#define SYCL_DETAIL_SIZES_HPP

#include <cstddef>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Whether a part of a dimension lies in the whole.
constexpr bool is_within(std::size_t from, std::size_t part, std::size_t whole) {
  return part <= whole && from <= whole - part;
}

/// The largest number for products that are too large: more bytes than there can be.
constexpr std::size_t product(std::size_t a, std::size_t b) {
  constexpr auto most = std::size_t(-1);
  return b != 0 && a > most / b ? most : a * b;
}
/// The bytes of so many elements, or of those of a range.
template <typename T> constexpr std::size_t bytes_of(std::size_t count) {
  return product(count, sizeof(T));
}
template <typename T, typename Range> std::size_t bytes_of(const Range& elements) {
  std::size_t bytes = sizeof(T);
  for (int i = 0; i < Range::dimensions; ++i) {
    bytes = product(bytes, elements[i]);
  }
  return bytes;
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
