// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.1.3.
#ifndef SYCL_INDEX_ID_HPP
#define SYCL_INDEX_ID_HPP

#include <sycl/index/coordinates.hpp>
#include <sycl/index/range.hpp>

namespace sycl {
inline namespace lw1 {

template <int D, bool WithOffset> class item;

/// A place in an index space.
template <int D = 1>
class id : public detail::coordinates<D>, public detail::number_if_1d<id<D>, D> {
public:
  static constexpr int dimensions = D;

  id() = default;
  template <int N = D, std::enable_if_t<N == 1, int> = 0>
  id(std::size_t x) : detail::coordinates<D>(x) {}
  template <int N = D, std::enable_if_t<N == 2, int> = 0>
  id(std::size_t x, std::size_t y) : detail::coordinates<D>(x, y) {}
  template <int N = D, std::enable_if_t<N == 3, int> = 0>
  id(std::size_t x, std::size_t y, std::size_t z) : detail::coordinates<D>(x, y, z) {}
  id(const range<D>& of) {
    for (int i = 0; i < D; ++i) {
      this->values[i] = of[i];
    }
  }
  template <bool WithOffset> id(const item<D, WithOffset>& of) : id(of.get_id()) {}

  LW_INDEX_OPERATORS(id)

private:
  friend struct detail::number_if_1d<id, D>;
  std::size_t get_number() const { return this->values[0]; }
};

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

namespace detail {

/// Row-major place of `at` in `in`.
template <int D> std::size_t linear(const id<D>& at, const range<D>& in) {
  std::size_t place = at[0];
  for (int i = 1; i < D; ++i) {
    place = place * in[i] + at[i];
  }
  return place;
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
