// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that choose among or copy their arguments: copysign, fabs, fdim, fmax, fmin, maxmag,
// minmag, nan.
#include "bits.h"

namespace abacus {

template <class T> T fmax(T a, T b) { return is_nan(a) ? b : is_nan(b) ? a : a < b ? b : a; }
template <class T> T fmin(T a, T b) { return is_nan(a) ? b : is_nan(b) ? a : b < a ? b : a; }
template <class T> T fdim(T a, T b) {
  return is_nan(a) || is_nan(b) ? quiet_nan<T>() : a > b ? T(a - b) : T(0);
}
template <class T> T maxmag(T a, T b) {
  const auto size_a = size_bits(a), size_b = size_bits(b);
  return is_nan(a) || is_nan(b) || size_a == size_b ? fmax(a, b) : size_a > size_b ? a : b;
}
template <class T> T minmag(T a, T b) {
  const auto size_a = size_bits(a), size_b = size_bits(b);
  return is_nan(a) || is_nan(b) || size_a == size_b ? fmin(a, b) : size_a < size_b ? a : b;
}
template <class T> T nan(unsigned_of<T> code) {
  const unsigned_of<T> payload = code & unsigned_of<T>(format<T>::least_normal - 1);
  return as<T>(unsigned_of<T>(as<unsigned_of<T>>(quiet_nan<T>()) | payload));
}

} // namespace abacus

#define SELECTION(T)                                                                               \
  T copysign(T x, T sign) { return abacus::with_sign(x, sign); }                                   \
  T fabs(T x) { return abacus::absolute(x); }                                                      \
  T fdim(T a, T b) { return abacus::fdim(a, b); }                                                  \
  T fmax(T a, T b) { return abacus::fmax(a, b); }                                                  \
  T fmin(T a, T b) { return abacus::fmin(a, b); }                                                  \
  T maxmag(T a, T b) { return abacus::maxmag(a, b); }                                              \
  T minmag(T a, T b) { return abacus::minmag(a, b); }

SELECTION(half)
SELECTION(float)
SELECTION(double)

half nan(ushort code) { return abacus::nan<half>(code); }
float nan(uint code) { return abacus::nan<float>(code); }
double nan(ulong code) { return abacus::nan<double>(code); }
