// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer functions (OpenCL C 6.12.3), for scalars and vectors alike.
#ifndef OPENCL_VALUES_INTEGER_H
#define OPENCL_VALUES_INTEGER_H

#include "types.h"

namespace impl {

template <class T> unsigned_of<T> abs(T x) {
  if constexpr (is_signed<element_of<T>>) {
    return as<unsigned_of<T>>(T(__builtin_elementwise_abs(x)));
  } else {
    return x;
  }
}

template <class T> T max(T a, T b) { return a < b ? b : a; }
template <class T> T min(T a, T b) { return b < a ? b : a; }
template <class T> T clamp(T x, T low, T high) { return min(max(x, low), high); }

template <class T> unsigned_of<T> abs_diff(T a, T b) {
  return as<unsigned_of<T>>(max(a, b)) - as<unsigned_of<T>>(min(a, b));
}

template <class T> T add_sat(T a, T b) { return __builtin_elementwise_add_sat(a, b); }
template <class T> T sub_sat(T a, T b) { return __builtin_elementwise_sub_sat(a, b); }
template <class T> T hadd(T a, T b) { return (a & b) + ((a ^ b) >> T(1)); }
template <class T> T rhadd(T a, T b) { return (a | b) - ((a ^ b) >> T(1)); }
template <class T> T popcount(T x) { return __builtin_elementwise_popcount(x); }
template <class T> T clz(T x) {
  using U = unsigned_of<T>;
  return as<T>(U(__builtin_elementwise_clzg(as<U>(x), U(bits_of<T>))));
}
template <class T> T ctz(T x) {
  using U = unsigned_of<T>;
  return as<T>(U(__builtin_elementwise_ctzg(as<U>(x), U(bits_of<T>))));
}
/// The funnel shift takes its amount modulo the width, which is what rotate asks for.
template <class T> T rotate(T x, T by) {
  using U = unsigned_of<T>;
  return as<T>(U(__builtin_elementwise_fshl(as<U>(x), as<U>(x), as<U>(by))));
}

template <class T> T bit_reverse(T x) { return __builtin_elementwise_bitreverse(x); }
/// A mask of the `count` lowest bits; `count` is at most the bits of an element.
template <class U> U low_bits(uint count) {
  const element_of<U> ones = ~element_of<U>(0);
  return U(count < bits_of<U> ? element_of<U>(~element_of<U>(ones << count)) : ones);
}
template <class T> T bitfield_insert(T base, T insert, uint offset, uint count) {
  using U = unsigned_of<T>;
  const U at = U(element_of<U>(offset < bits_of<T> ? offset : 0));
  const U mask = low_bits<U>(count) << at;
  return as<T>(U((as<U>(base) & ~mask) | ((as<U>(insert) << at) & mask)));
}
/// Extends the field with its sign if R is signed, else with zeros.
template <class R, class T> R bitfield_extract(T base, uint offset, uint count) {
  using U = unsigned_of<T>;
  if (count == 0) {
    return R(element_of<R>(0));
  }
  // The field's highest bit becomes that of the element, and back: the result's shift extends it.
  const U up = U(element_of<U>(bits_of<T> - count - offset));
  const R down = R(element_of<R>(bits_of<T> - count));
  return as<R>(U(as<U>(base) << up)) >> down;
}

template <class T> T mul_hi(T a, T b) {
  if constexpr (bits_of<T> < 64) {
    using W = wider_of<T>;
    return cast<T>(W((cast<W>(a) * cast<W>(b)) >> W(bits_of<T>)));
  } else {
    // Schoolbook in halves; an arithmetic shift of the upper halves covers signed operands.
    using U = unsigned_of<T>;
    const T mask = T(0xFFFFFFFF), half_width = T(32);
    const T a_high = a >> half_width, b_high = b >> half_width;
    const U a_low = as<U>(T(a & mask)), b_low = as<U>(T(b & mask));
    const T low = as<T>(U((a_low * b_low) >> U(32)));
    const T middle = a_high * as<T>(b_low) + low;
    const T cross = as<T>(a_low) * b_high + (middle & mask);
    return a_high * b_high + (middle >> half_width) + (cross >> half_width);
  }
}

template <class T> T mad_hi(T a, T b, T c) {
  using U = unsigned_of<T>;
  return as<T>(U(as<U>(mul_hi(a, b)) + as<U>(c)));
}

template <class T> T mad_sat(T a, T b, T c) {
  using E = element_of<T>;
  using U = unsigned_of<T>;
  if constexpr (bits_of<T> < 64) {
    using W = wider_of<T>;
    const W wide = cast<W>(a) * cast<W>(b) + cast<W>(c);
    return cast<T>(clamp(wide, W(min_of<E>), W(max_of<E>)));
  } else {
    const U low = as<U>(a) * as<U>(b);
    const U sum = low + as<U>(c);
    const U carry = choose(sum < low, U(1), U(0));
    if constexpr (is_signed<E>) {
      const T high = as<T>(U(as<U>(mul_hi(a, b)) + as<U>(T(c >> T(63))) + carry));
      const T limit = choose(high < T(0), T(min_of<E>), T(max_of<E>));
      return choose(high == (as<T>(sum) >> T(63)), as<T>(sum), limit);
    } else {
      return choose((mul_hi(a, b) | carry) == T(0), sum, T(max_of<E>));
    }
  }
}

template <class T, class L> wider_of<T> upsample(T high, L low) {
  using W = wider_of<T>;
  using UW = unsigned_of<W>;
  return as<W>(UW((cast<UW>(as<unsigned_of<T>>(high)) << UW(bits_of<T>)) | cast<UW>(low)));
}

template <class T> T mul24(T a, T b) {
  using U = unsigned_of<T>;
  return as<T>(U(as<U>(a) * as<U>(b)));
}
template <class T> T mad24(T a, T b, T c) {
  using U = unsigned_of<T>;
  return as<T>(U(as<U>(a) * as<U>(b) + as<U>(c)));
}

} // namespace impl

#endif
