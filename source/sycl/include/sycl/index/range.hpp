// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.1.1.
#ifndef SYCL_INDEX_RANGE_HPP
#define SYCL_INDEX_RANGE_HPP

#include <sycl/index/coordinates.hpp>

namespace sycl {
inline namespace lw1 {

/// Extent of an index space.
template <int D = 1> class range : public detail::coordinates<D> {
public:
  static constexpr int dimensions = D;

  range() = default;
  template <int N = D, std::enable_if_t<N == 1, int> = 0>
  range(std::size_t x) : detail::coordinates<D>(x) {}
  template <int N = D, std::enable_if_t<N == 2, int> = 0>
  range(std::size_t x, std::size_t y) : detail::coordinates<D>(x, y) {}
  template <int N = D, std::enable_if_t<N == 3, int> = 0>
  range(std::size_t x, std::size_t y, std::size_t z) : detail::coordinates<D>(x, y, z) {}

  std::size_t size() const {
    std::size_t product = 1;
    for (int i = 0; i < D; ++i) {
      product *= this->values[i];
    }
    return product;
  }

  LW_INDEX_OPERATORS(range)
};

range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

} // namespace lw1
} // namespace sycl

#endif
