// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explicit conversions (OpenCL C 6.2.3), each rounded exactly once. Nothing depends on the rounding
// mode register: other modes than to nearest correct the bits of the result.
#ifndef OPENCL_VALUES_CONVERT_H
#define OPENCL_VALUES_CONVERT_H

#include "values/integer.h"
#include "values/relational.h"

namespace impl {

/// `any` is the type's default: to nearest even for floating point, to zero for integers.
enum class Rounding { any, rte, rtz, rtp, rtn };

/// The neighbours of x, which must not be NaN or step over an infinity.
template <class T> T away_from_zero(T x) {
  using U = unsigned_of<T>;
  return as<T>(U(as<U>(x) + U(1)));
}
template <class T> T towards_zero(T x) {
  using U = unsigned_of<T>;
  return as<T>(U(as<U>(x) - U(1)));
}
template <class T> T next_up(T x) {
  using U = unsigned_of<T>;
  const T least = as<T>(U(1));
  return choose(x == T(0), least, choose(x > T(0), away_from_zero(x), towards_zero(x)));
}
template <class T> T next_down(T x) { return -next_up(T(-x)); }

/// Corrects `nearest`, which is `exact` rounded to nearest; `back` is `nearest` in the type of
/// `exact`. Comparisons are false for NaN, which therefore stays.
template <Rounding mode, class R, class T> R directed(R nearest, T back, T exact) {
  using M = signed_of<R>;
  const auto narrow = [](auto mask) { return cast<M>(mask); };
  if constexpr (mode == Rounding::rtz) {
    const T size = __builtin_elementwise_abs(back), exact_size = __builtin_elementwise_abs(exact);
    return choose(narrow(size > exact_size) != M(0), towards_zero(nearest), nearest);
  } else if constexpr (mode == Rounding::rtp) {
    return choose(narrow(back < exact) != M(0), next_up(nearest), nearest);
  } else if constexpr (mode == Rounding::rtn) {
    return choose(narrow(back > exact) != M(0), next_down(nearest), nearest);
  } else {
    return nearest;
  }
}

/// double to a float that any later rounding to half treats as it would the double: cut off, the
/// last bit set if anything was lost, and magnitudes that half cannot tell apart made harmless.
template <int N> vec<float, N> double_to_odd_float(vec<double, N> x) {
  using U = vec<ulong, N>;
  const U bits = as<U>(x), sign = bits & U(format<double>::sign), size = bits ^ sign;
  const U low = U(0x3B00000000000000), high = U(0x4700000000000000); // 2^-79, 2^113
  U kept = choose(size > high, high, choose(size < low, low, size));
  const U lost = choose((kept & U(0x1FFFFFFF)) != U(0), U(1), U(0));
  U result = ((kept - U(0x3800000000000000)) >> U(29)) | lost;
  const U infinity = U(format<double>::infinity);
  result = choose(size == infinity, U(format<float>::infinity), result);
  result = choose(size > infinity, U(0x7FC00000), result);
  result = choose(size == U(0), U(0), result);
  return as<vec<float, N>>(cast<vec<uint, N>>(U(result | (sign >> U(32)))));
}

template <Rounding mode, class R, class T> R float_to_float(T x) {
  using E = element_of<R>;
  using S = element_of<T>;
  constexpr int width = width_of<T>;
  if constexpr (is_same<E, S>) {
    return x;
  } else if constexpr (sizeof(E) > sizeof(S)) {
    return cast<R>(x);
  } else if constexpr (is_same<S, double> && is_same<E, half>) {
    return float_to_float<mode, R>(double_to_odd_float<width>(x));
  } else {
    const R nearest = cast<R>(x);
    return directed<mode>(nearest, cast<T>(nearest), x);
  }
}

/// Integer to float or double: bits beyond the significand are cut off before, which makes the
/// conversion exact; then one step away from zero if the mode asks for it.
template <Rounding mode, class R, class T> R cut_integer_to_float(T x) {
  using U = unsigned_of<T>;
  constexpr int kept = format<element_of<R>>::mantissa + 1;
  const U size = abs(x);
  const U zeros = as<U>(clz(as<T>(size)));
  const U excess = U(bits_of<T> - kept);
  const U cut = choose(zeros < excess, U(excess - zeros), U(0));
  const U exact = (size >> cut) << cut;
  const R truncated = cast<R>(exact);
  auto inexact = exact != size;
  using M = signed_of<R>;
  const R stepped = choose(cast<M>(inexact) != M(0), away_from_zero(truncated), truncated);
  const auto negative = cast<M>(x < T(0)) != M(0);
  if constexpr (mode == Rounding::rtz) {
    return choose(negative, R(-truncated), truncated);
  } else if constexpr (mode == Rounding::rtp) {
    return choose(negative, R(-truncated), stepped);
  } else {
    return choose(negative, R(-stepped), truncated);
  }
}

template <Rounding mode, class R, class T> R integer_to_float(T x) {
  using E = element_of<T>;
  constexpr int width = width_of<T>;
  if constexpr (is_same<element_of<R>, half>) {
    // Integers up to 2^17 are exact as float, and larger ones become the same half as 2^17.
    if constexpr (sizeof(E) > 2) {
      x = min(x, T(1 << 17));
      if constexpr (is_signed<E>) {
        x = max(x, T(-(1 << 17)));
      }
    }
    return float_to_float<mode, R>(cast<vec<float, width>>(x));
  } else if constexpr (mode == Rounding::any || mode == Rounding::rte ||
                       sizeof(E) * 8 <= format<element_of<R>>::mantissa) {
    return cast<R>(x);
  } else {
    return cut_integer_to_float<mode, R>(x);
  }
}

template <Rounding mode, class T> T round_to_whole(T x) {
  if constexpr (mode == Rounding::rte) {
    return __builtin_elementwise_roundeven(x);
  } else if constexpr (mode == Rounding::rtp) {
    return __builtin_elementwise_ceil(x);
  } else if constexpr (mode == Rounding::rtn) {
    return __builtin_elementwise_floor(x);
  } else {
    return x;
  }
}

/// Towards zero; what is out of range becomes the nearest number of R, NaN becomes 0.
template <class R, class T> R clamp_to_integer(T x) {
  using E = element_of<R>;
  using M = signed_of<R>;
  // Both bounds are powers of two, or 0, which float and double hold.
  const T high = T(element_of<T>(ulong(1) << (bits_of<R> - 1)) * (is_signed<E> ? 1 : 2));
  const T low = is_signed<E> ? T(-high) : T(0);
  const T inside = choose((x >= low) & (x < high), x, T(0));
  R result = cast<R>(inside);
  result = choose(cast<M>(x >= high) != M(0), R(max_of<E>), result);
  return choose(cast<M>(x < low) != M(0), R(min_of<E>), result);
}

template <Rounding mode, bool saturate, class R, class T> R float_to_integer(T x) {
  const T whole = round_to_whole<mode>(x);
  if constexpr (!saturate) {
    return cast<R>(whole);
  } else if constexpr (is_same<element_of<T>, half>) {
    return clamp_to_integer<R>(cast<vec<float, width_of<T>>>(whole));
  } else {
    return clamp_to_integer<R>(whole);
  }
}

template <class R, class T> R clamp_integer(T x) {
  using E = element_of<R>;
  using S = element_of<T>;
  if constexpr (sizeof(E) > sizeof(S) || (sizeof(E) == sizeof(S) && is_signed<E> == is_signed<S>)) {
    if constexpr (is_signed<S> && !is_signed<E>) {
      x = max(x, T(0));
    }
  } else if constexpr (is_signed<S> && is_signed<E>) {
    x = clamp(x, T(min_of<E>), T(max_of<E>));
  } else if constexpr (is_signed<S>) {
    x = max(x, T(0));
    if constexpr (sizeof(E) < sizeof(S)) {
      x = min(x, T(max_of<E>));
    }
  } else {
    x = min(x, T(max_of<E>));
  }
  return cast<R>(x);
}

template <class R, Rounding mode, bool saturate, class T> R convert(T x) {
  constexpr bool to_float = is_float<element_of<R>>, from_float = is_float<element_of<T>>;
  if constexpr (to_float && from_float) {
    return float_to_float<mode, R>(x);
  } else if constexpr (to_float) {
    return integer_to_float<mode, R>(x);
  } else if constexpr (from_float) {
    return float_to_integer<mode, saturate, R>(x);
  } else if constexpr (saturate) {
    return clamp_integer<R>(x);
  } else {
    return cast<R>(x);
  }
}

} // namespace impl

#endif
