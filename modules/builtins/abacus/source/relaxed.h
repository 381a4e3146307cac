// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of floats under -cl-unsafe-math-optimizations that have no native form: within the 4096
// or 8192 units in the last place that the specification allows, most of them within 2000. Infinite
// arguments, and those that are no numbers, are treated as ever.
#ifndef ABACUS_RELAXED_H
#define ABACUS_RELAXED_H

#include "arcs/angles.h"
#include "error_and_gamma/erf.h"
#include "for_half/for_half.h"
#include "hyperbolic/cosh.h"
#include "hyperbolic/sinh.h"
#include "hyperbolic/tanh.h"
#include "native.h"
#include "roots/cbrt.h"
#include "roots/hypot.h"
#include "roots/rootn.h"
#include "roots/rsqrt.h"

namespace abacus {

template <class T> T __lanewise_relaxed_acos(T x) { return for_half::acos(x); }
template <class T> T __lanewise_relaxed_acospi(T x) { return for_half::acospi(x); }
template <class T> T __lanewise_relaxed_asin(T x) { return for_half::asin(x); }
template <class T> T __lanewise_relaxed_asinpi(T x) { return for_half::asinpi(x); }
/// Beyond this the arctangent is pi/2, and the square of its reciprocal would be denormal, which is
/// slow.
template <class T> inline T within_arctangent(T x) { return within(x, -0x1p40, 0x1p40); }
template <class T> T __lanewise_relaxed_atan(T x) { return for_half::atan(within_arctangent(x)); }
template <class T> T __lanewise_relaxed_atanpi(T x) {
  return for_half::atanpi(within_arctangent(x));
}
template <class T> T __lanewise_relaxed_log1p(T x) { return for_half::log1p(x); }

template <class T> T __lanewise_relaxed_atan2(T y, T x) {
  const T across = magnitude(x), up = magnitude(y);
  const auto steep = up > across;
  const T small = choose(steep, across, up), large = choose(steep, up, across);
  // Of two infinities the quotient counts as 1, of two zeros as 0.
  T t = small / within(large, 0x1p-149, __builtin_inff());
  t = choose((small == large) & (large > T(0)), T(1), t);
  return for_half::angle_of_point<T>(y, x, steep, for_half::arctangent(t, square_of_ratio(t)));
}
template <class T> T __lanewise_relaxed_atan2pi(T y, T x) {
  return __lanewise_relaxed_atan2(y, x) * real<T>(inverse_pi_value);
}

template <class T> T __lanewise_relaxed_cbrt(T x) {
  const auto root_of_normal = [](T size) {
    const T y = near_inverse_cube_root<inverse_cube_root_for_half<float>>(size);
    return size * (y * y);
  };
  return odd_function(x, cube_root_of_size<1 - bias<float>>(magnitude(x), root_of_normal));
}

template <class T> T __lanewise_relaxed_erf(T x) {
  if (__mux_has_table_permutes()) {
    return odd_function(x, erf_by_table<short_erf_table<float>>(magnitude(x)));
  }
  return has_short_tables()
             ? odd_function(x, erf_by_table<short_wide_erf_table<float>>(magnitude(x)))
             : erf(x);
}

/// ln(1 + z), or for large x, whose square may be infinite, ln(2 x).
template <class T> inline T relaxed_log_of_area(T x, T z) {
  const auto large = x > real<T>(0x1p40);
  return for_half::log1p_of<native_log2_tail>(choose(large, x, z)) +
         choose(large, real<T>(for_half::ln2), T(0));
}
/// ln(1 + x) for x >= 0 by operations on exponents.
template <class T> inline T relaxed_log1p_of_size(T x) {
  const LogParts<T> s = log_parts_of_normal(x + T(1));
  const T f = choose(s.k == T(0), x, s.m - T(1)); // near 1 the sum has lost digits of x
  return for_half::log2_sum<log2_for_power_of_half>(s.k, f) * real<T>(for_half::ln2);
}
/// By AVX-512's estimates ln(1 + x + x^2 / (1 + root)), which has digits enough for small x, too.
template <class T> inline T relaxed_asinh_by_estimates(T x) {
  const T square = x * x, sum = square + T(1), root = sum * root_estimate_by_instruction(sum);
  const T z = muladd(square, reciprocal_estimate_by_instruction(root + T(1)), x);
  const T value = relaxed_log1p_of_size(z);
  const auto usual = has_size_below(x, 0x1p62);
  return any(!usual) ? choose(usual, value, relaxed_log_of_area(x, x)) : value;
}
template <class T> T __lanewise_relaxed_asinh(T x) {
  const T size = magnitude(x);
  if (__mux_has_exponent_operations()) {
    return odd_function(x, relaxed_asinh_by_estimates(size));
  }
  const T root = __builtin_elementwise_sqrt(muladd(size, size, T(1)));
  // The difference of the root and 1 has digits enough but for the smallest.
  const T small = muladd(size * size, size * real<T>(-1.0 / 6), size);
  const T value = relaxed_log_of_area(size, size + (root - T(1)));
  return odd_function(x, choose(size < real<T>(0x1p-5), small, value));
}
template <class T> T __lanewise_relaxed_acosh(T x) {
  using U = unsigned_of<T>;
  const T t = x - T(1), root = __builtin_elementwise_sqrt(muladd(t, t, t + t));
  const T value = for_half::log1p_of<native_log2_tail>(t + root);
  // From 1 to 2^63, by integers, as comparisons of floats are not as fast.
  const auto usual = as<U>(x) - U(as<uint>(1.0f)) < U(as<uint>(0x1p63f) - as<uint>(1.0f));
  if (!any(!usual)) {
    return value;
  }
  // ln(2 x) where the square may be infinite.
  const T large = choose(x < T(1), lane_nan<T>(), x);
  return choose(mask_of<T>(usual), value,
                for_half::log1p_of<native_log2_tail>(large) + real<T>(for_half::ln2));
}
template <class T> T __lanewise_relaxed_atanh(T x) {
  const T size = magnitude(x);
  const T value = for_half::log1p_of<log2_for_power_of_half>((size + size) / (T(1) - size));
  return odd_function(x, value * real<T>(0.5));
}

/// h + 1 / (4 h) for h = e^|x| / 2. AVX-512's estimate of the reciprocal is exact enough.
template <class T> T __lanewise_relaxed_cosh(T x) {
  if (!__mux_has_exponent_operations()) {
    return cosh(x);
  }
  const T h = native_exp2_of_near(muladd(magnitude(x), real<T>(0x1.715476p+0), T(-1)));
  return muladd(reciprocal_estimate_by_instruction(h), real<T>(0.25), h);
}
/// (e + e / (e + 1)) / 2 for e = e^|x| - 1.
template <class T> T __lanewise_relaxed_sinh(T x) {
  if (!__mux_has_float_estimates()) {
    return sinh(x);
  }
  const T e = for_half::expm1_of(magnitude(x)), sum = e + T(1);
  const T y = reciprocal_estimate_by_instruction(sum);
  const T inverse = muladd(y, muladd(-sum, y, T(1)), y), halved = e * real<T>(0.5);
  const T value = odd_function(x, muladd(halved, inverse, halved));
  const auto usual = has_size_below(x, 86);
  return any(!usual) ? choose(usual, value, odd_function(x, half_exp_of(magnitude(x)))) : value;
}

/// (e^2x - 1) / (e^2x + 1), or by the table, which takes less time.
template <class T> T __lanewise_relaxed_tanh(T x) {
  if (__mux_has_table_permutes()) {
    return odd_function(x, tanh_by_intervals<4>(magnitude(x)));
  }
  const T size = magnitude(x), h = half_expm1(within(size + size, 0, 50)); // e^2x = 2 h + 1
  return odd_function(x, h / (h + T(1)));
}

/// pow under -cl-unsafe-math-optimizations: 2^(y log2 |x|), minus that for odd y and x < 0.
template <class T> T __lanewise_relaxed_pow(T x, T y) {
  using I = signed_of<T>;
  const NativePower<T> power = usual_native_power(x, y);
  if (!any(!power.holds)) {
    return power.value;
  }
  const T halved = y * real<T>(0.5);
  const auto odd =
      (__builtin_elementwise_trunc(y) == y) & (__builtin_elementwise_trunc(halved) != halved);
  const T size = unusual_native_power(magnitude(x), y);
  const I sign = choose(odd, as<I>(x) & I(min_of<element_of<I>>), I(0));
  return as<T>(as<I>(size) | sign);
}
/// 2^(log2 x / n).
template <class T> T __lanewise_relaxed_rootn(T x, vec<int, width_of<T>> n) {
  using U = vec<uint, width_of<T>>;
  const T t = near_quotient(native_log2_of_normal(magnitude(x)), cast<T>(n));
  const T root = native_exp2_of_near(t);
  const auto usual = is_positive_normal(x) & (as<U>(n) + U(1) > U(2));
  return any(!usual) ? choose(mask_of<T>(usual), root, unusual_rootn(x, n)) : root;
}

/// Within 2 units, as the specification has it. AVX-512's estimates need no scaling of denormal
/// arguments, and one step of Newton's method; e is no number for 0 and infinity, which have the
/// right estimate.
template <class T> T __lanewise_relaxed_rsqrt(T x) {
  if (!__mux_has_float_estimates()) {
    return rsqrt(x);
  }
  const T y = root_estimate_by_instruction(x), e = muladd(-(x * y), y, T(1));
  if (__mux_has_exponent_operations()) {
    return muladd(y, choose(e < T(1), e, T(1)) * real<T>(0.5), y);
  }
  const T root = muladd(y * e, muladd(e, real<T>(0.375), real<T>(0.5)), y);
  const auto usual = is_positive_normal(x);
  return any(!usual) ? choose(mask_of<T>(usual), root, unusual_reciprocal_root(x)) : root;
}
/// Within the 4 units of hypot itself.
template <class T> T __lanewise_relaxed_hypot(T x, T y) {
  if (!__mux_has_float_estimates()) {
    return hypot(x, y);
  }
  const T square = muladd(x, x, y * y), inverse = root_estimate_by_instruction(square);
  const T root = square * inverse, e = muladd(-root, inverse, T(1));
  const T factor =
      __mux_has_exponent_operations() ? real<T>(0.5) : muladd(e, real<T>(0.375), real<T>(0.5));
  const T length = muladd(root * e, factor, root);
  const auto safe = is_between_powers<-100, 100>(square);
  return any(!safe) ? choose(safe, length, scaled_length(magnitude(x), magnitude(y))) : length;
}

/// e^x - 1 = (2^k - 1) + 2^k (e^r - 1), by half of each, as 2^k may be too large.
template <class T> T __lanewise_relaxed_expm1(T x) {
  const auto a = for_half::exp_argument(within(x, -20, 89));
  const T rest = muladd(a.r * a.r, expm1_for_half<float>::of(a.r), a.r);
  const T power = power_of_two(a.k.value - T(1));
  const T halved = muladd(power, rest, power - real<T>(0.5));
  return signed_like(halved + halved, x); // -0 stays that
}

} // namespace abacus

#endif
