// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that code generation calls, by these names, where a CPU has no instruction: conversions
// of half without F16C, rounding without SSE 4.1. They use integers and plain arithmetic only, as
// anything else could become a call of themselves.
#include "types.h"

extern "C" float __extendhfsf2(half x) {
  const uint bits = as<ushort>(x), size = bits & 0x7FFF, sign = (bits & 0x8000) << 16;
  uint result = (size << 13) + (112u << 23); // from one bias to the other
  if (size >= 0x7C00) {
    result += 112u << 23; // infinities and NaNs
    result |= size > 0x7C00 ? 0x00400000u : 0;
  } else if (size < 0x0400) {
    // 2^-14 (1 + denormal) less 2^-14
    result = as<uint>(as<float>((size << 13) + (113u << 23)) - 0x1p-14f);
  }
  return as<float>(result | sign);
}

/// Rounds to nearest, ties to even.
extern "C" half __truncsfhf2(float x) {
  const uint bits = as<uint>(x), size = bits & 0x7FFFFFFF;
  const uint sign = (bits >> 16) & 0x8000;
  uint result;
  if (size > 0x7F800000) {
    result = 0x7E00 | ((size >> 13) & 0x3FF);
  } else if (size >= 0x47800000) { // 2^16
    result = 0x7C00;
  } else if (size >= 0x38800000) { // 2^-14: a carry may reach infinity, as it must
    const uint rebased = size - (112u << 23);
    result = (rebased + 0xFFF + ((rebased >> 13) & 1)) >> 13;
  } else {
    // Denormal: units of 2^-24; below 2^-25 the result is 0.
    const uint significand = (size & 0x7FFFFF) | 0x800000, field = size >> 23;
    const uint by = 126 - field;
    const uint kept = by > 24 ? 0 : significand >> by;
    const uint lost = by > 24 ? 0 : significand << (32 - by);
    result = kept + (lost > 0x80000000 || (lost == 0x80000000 && (kept & 1)));
  }
  return as<half>(ushort(result | sign));
}

namespace {

/// Whether x has no fractional part. True for NaN and infinity, too.
template <class T> bool is_whole(T x) {
  return !(__builtin_elementwise_abs(x) < T(1ul << format<T>::mantissa));
}
template <class T> T with_sign_of(T size, T x) { return __builtin_elementwise_copysign(size, x); }
template <class T> T cut(T x) { return is_whole(x) ? x : with_sign_of(T(signed_of<T>(x)), x); }
template <class T> T down(T x) {
  const T whole = cut(x);
  return whole > x ? whole - 1 : whole;
}
template <class T> T up(T x) {
  const T whole = cut(x);
  return whole < x ? with_sign_of(whole + 1, x) : whole;
}
/// Sums with a number that large have no digits behind the point.
template <class T> T to_nearest(T x) {
  const T large = T(1ul << format<T>::mantissa), size = __builtin_elementwise_abs(x);
  return is_whole(x) ? x : with_sign_of(size + large - large, x);
}
template <class T> T away(T x) {
  const T whole = cut(x), rest = __builtin_elementwise_abs(x - whole);
  return rest >= T(0.5) ? whole + with_sign_of(T(1), x) : whole;
}

} // namespace

extern "C" {
float truncf(float x) { return cut(x); }
double trunc(double x) { return cut(x); }
float floorf(float x) { return down(x); }
double floor(double x) { return down(x); }
float ceilf(float x) { return up(x); }
double ceil(double x) { return up(x); }
float rintf(float x) { return to_nearest(x); }
double rint(double x) { return to_nearest(x); }
float nearbyintf(float x) { return to_nearest(x); }
double nearbyint(double x) { return to_nearest(x); }
float roundevenf(float x) { return to_nearest(x); }
double roundeven(double x) { return to_nearest(x); }
float roundf(float x) { return away(x); }
double round(double x) { return away(x); }
}
