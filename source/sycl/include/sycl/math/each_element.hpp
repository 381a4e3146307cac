// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over the elements of vec and marray.
#ifndef SYCL_MATH_EACH_ELEMENT_HPP
#define SYCL_MATH_EACH_ELEMENT_HPP

#include <cstddef>
#include <sycl/detail/config.hpp>
#include <utility>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Up to so many elements there is code for each one, so that they are in registers: an index that
/// only a loop knows keeps all of them in memory.
inline constexpr std::size_t most_unrolled = 16;

template <typename F, std::size_t... I>
LW_DEVICE_INLINE constexpr void call_for(const F& f, std::index_sequence<I...>) {
#ifdef __SYCL_DEVICE_ONLY__
  [[clang::always_inline]]
#endif
  (f(I), ...);
}

/// Calls f(index) for indices from 0 to N - 1, in this order.
template <std::size_t N, typename F> LW_DEVICE_INLINE constexpr void each_element(const F& f) {
  if constexpr (N <= most_unrolled) {
    call_for(f, std::make_index_sequence<N>());
  } else {
    for (std::size_t i = 0; i < N; ++i) {
      f(i);
    }
  }
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
