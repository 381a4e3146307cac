// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_dot_accumulate: sums of products of four bytes.
#ifndef SYCL_EXT_ONEAPI_DOT_PRODUCT_HPP
#define SYCL_EXT_ONEAPI_DOT_PRODUCT_HPP

#include <sycl/math/vec.hpp>

#define SYCL_EXT_ONEAPI_DOT_ACCUMULATE 1

namespace sycl {
inline namespace lw1 {
namespace detail {

/// c and the products of the four bytes of a, as type A, with those of b, as type B.
template <typename A, typename B>
std::int32_t dot_of_bytes(std::uint32_t a, std::uint32_t b, std::int32_t c) {
  for (int shift = 0; shift < 32; shift += 8) {
    c += std::int32_t(A(a >> shift)) * std::int32_t(B(b >> shift));
  }
  return c;
}
template <typename A, typename B, typename C>
C dot_of_vectors(const vec<A, 4>& a, const vec<B, 4>& b, C c) {
  for (int i = 0; i < 4; ++i) {
    c += std::int32_t(a[i]) * std::int32_t(b[i]);
  }
  return c;
}

} // namespace detail

namespace ext::oneapi {

// Bytes have the sign of the number that they are in.
inline std::int32_t dot_acc(std::int32_t a, std::int32_t b, std::int32_t c) {
  return detail::dot_of_bytes<std::int8_t, std::int8_t>(std::uint32_t(a), std::uint32_t(b), c);
}
inline std::int32_t dot_acc(std::uint32_t a, std::uint32_t b, std::int32_t c) {
  return detail::dot_of_bytes<std::uint8_t, std::uint8_t>(a, b, c);
}
inline std::int32_t dot_acc(std::int32_t a, std::uint32_t b, std::int32_t c) {
  return detail::dot_of_bytes<std::int8_t, std::uint8_t>(std::uint32_t(a), b, c);
}
inline std::int32_t dot_acc(std::uint32_t a, std::int32_t b, std::int32_t c) {
  return detail::dot_of_bytes<std::uint8_t, std::int8_t>(a, std::uint32_t(b), c);
}
inline std::int32_t dot_acc(vec<std::int8_t, 4> a, vec<std::int8_t, 4> b, std::int32_t c) {
  return detail::dot_of_vectors(a, b, c);
}
inline std::int32_t dot_acc(vec<std::uint8_t, 4> a, vec<std::uint8_t, 4> b, std::int32_t c) {
  return detail::dot_of_vectors(a, b, c);
}
inline std::int32_t dot_acc(vec<std::int8_t, 4> a, vec<std::uint8_t, 4> b, std::int32_t c) {
  return detail::dot_of_vectors(a, b, c);
}
inline std::int32_t dot_acc(vec<std::uint8_t, 4> a, vec<std::int8_t, 4> b, std::int32_t c) {
  return detail::dot_of_vectors(a, b, c);
}

} // namespace ext::oneapi
} // namespace lw1
} // namespace sycl

#endif
