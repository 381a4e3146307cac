// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponentials by a table in registers: what remains of an argument is so small that half of the
// polynomial's terms do, and only the last addition's rounding matters.
#ifndef ABACUS_EXPONENTIALS_TABLE_EXPONENTIAL_H
#define ABACUS_EXPONENTIALS_TABLE_EXPONENTIAL_H

#include "arithmetic/tables.h"
#include "polynomials/exp2_table.h"

namespace abacus {

/// Whether exponentials go by the table.
inline bool has_table_exponentials() {
  return __mux_has_table_permutes() && __mux_has_exponent_operations();
}

/// Multiples of 1/2^table_bits are what the table has powers of 2 for.
template <class E> inline constexpr int table_bits = is_same<E, float> ? 5 : 4;
/// Such a multiple, and its bits below the point.
template <class T> struct Steps {
  T value;
  signed_of<T> part;
};
/// The one nearest to x factor, of which the size is below 2^(mantissa - 1 - table_bits); of larger
/// ones about as much.
template <class T> inline Steps<T> nearest_step(T x, double factor) {
  using E = element_of<T>;
  using I = signed_of<T>;
  constexpr int bits = table_bits<E>;
  const T large = T(E(1.5) * E(1ul << (format<E>::mantissa - bits)));
  const T moved = muladd(x, real<T>(factor), large);
  return {moved - large, as<I>(moved) & I((1 << bits) - 1)};
}

/// 2^k (1 + rest), within 0.53 units in the last place for |rest| up to 0.022, of floats half of
/// that.
template <class T> inline T exp2_by_table(Steps<T> k, T rest) {
  T upper, lower;
  if constexpr (is_same<element_of<T>, float>) {
    upper = looked_up<T>(exp2_of_float_upper, k.part);
    lower = looked_up<T>(exp2_of_float_lower, k.part);
  } else {
    upper = looked_up<T>(exp2_upper, k.part);
    lower = looked_up<T>(exp2_lower, k.part);
  }
  return scale_by_instruction(upper + muladd(upper, rest, lower), k.value);
}

} // namespace abacus

#endif
