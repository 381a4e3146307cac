// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.17.5: mathematical functions with a second result, which goes through a
// pointer.
#ifndef SYCL_MATH_PARTS_HPP
#define SYCL_MATH_PARTS_HPP

#include <sycl/math/real.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

template <typename T> bool is_finite(T x) { return fabs(x) < std::numeric_limits<T>::infinity(); }

/// Sine, and the cosine through the pointer.
template <typename T, typename P> T part_sincos(T x, P cosine) {
  *cosine = cos(x);
  return sin(x);
}
/// The part behind the point, and that before it through the pointer.
template <typename T, typename P> T part_modf(T x, P whole) {
  const T before = trunc(x);
  *whole = before;
  return is_finite(x) ? copysign(T(x - before), x) : x == x ? copysign(T(0), x) : x;
}
/// The distance to the next lower integer, less than 1, and that integer through the pointer.
/// Zeros keep their sign, and infinite numbers give zeros of theirs.
template <typename T, typename P> T part_fract(T x, P below) {
  const T lower = floor(x);
  *below = lower;
  if (x != 0 && is_finite(x)) {
    return fmin(T(x - lower), nextafter(T(1), T(0)));
  }
  return x == x ? copysign(T(0), x) : x;
}
/// A number from 0.5 to below 1, and the exponent of two through the pointer.
template <typename T, typename P> T part_frexp(T x, P exponent) {
  const int e = x != 0 && is_finite(x) ? ilogb(x) + 1 : 0;
  *exponent = e;
  return e ? ldexp(x, -e) : x;
}
/// The logarithm of the gamma function's absolute value, and its sign through the pointer.
template <typename T, typename P> T part_lgamma_r(T x, P sign) {
  const bool is_odd = x < 0 && fmod(floor(x), T(2)) != 0 && floor(x) != x;
  *sign = is_odd || (x == 0 && copysign(T(1), x) < 0) ? -1 : 1;
  return lgamma(x);
}
/// The remainder, and the quotient's sign and seven lowest bits through the pointer.
template <typename T, typename P> T part_remquo(T x, T y, P quotient) {
  const T rest = remainder(x, y);
  *quotient = 0;
  if (rest == rest && is_finite(y)) {
    const T width = fabs(y);
    const T low = fmod(fabs(x), T(width * T(128))); // the quotient modulo 128 stays
    const int n = int(rint(T((low - remainder(low, width)) / width))) & 127;
    *quotient = (x < 0) != (y < 0) ? -n : n;
  }
  return rest;
}

} // namespace detail

// Of containers the pointer is to a container.
#define LW_WITH_PART(name)                                                                         \
  template <typename P> float name(float x, P part) { return detail::part_##name(x, part); }       \
  template <typename P> double name(double x, P part) { return detail::part_##name(x, part); }     \
  template <typename P> half name(half x, P part) { return detail::part_##name(x, part); }         \
  template <typename A, typename P, typename V = detail::container<A>>                             \
  V name(const A& x, P part) {                                                                     \
    V made;                                                                                        \
    detail::each_element<V::size()>([&](std::size_t i) {                                           \
      made[i] = detail::part_##name(typename V::value_type(x[i]), &(*part)[i]);                    \
    });                                                                                            \
    return made;                                                                                   \
  }
LW_WITH_PART(sincos)
LW_WITH_PART(modf)
LW_WITH_PART(fract)
LW_WITH_PART(frexp)
LW_WITH_PART(lgamma_r)
#undef LW_WITH_PART
template <typename P> float remquo(float x, float y, P quotient) {
  return detail::part_remquo(x, y, quotient);
}
template <typename P> double remquo(double x, double y, P quotient) {
  return detail::part_remquo(x, y, quotient);
}
template <typename P> half remquo(half x, half y, P quotient) {
  return detail::part_remquo(x, y, quotient);
}
template <typename A, typename B, typename P, typename V = detail::container<A, B>>
V remquo(const A& x, const B& y, P quotient) {
  V made;
  detail::each_element<V::size()>([&](std::size_t i) {
    using T = typename V::value_type;
    made[i] = detail::part_remquo(T(x[i]), T(y[i]), &(*quotient)[i]);
  });
  return made;
}

} // namespace lw1
} // namespace sycl

#endif
