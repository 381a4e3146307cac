// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponentials of doubles by a table in registers: what remains of an argument is so small that
// half of the polynomial's terms do.
#ifndef ABACUS_EXPONENTIALS_TABLE_EXPONENTIAL_H
#define ABACUS_EXPONENTIALS_TABLE_EXPONENTIAL_H

#include "arithmetic/tables.h"
#include "polynomials/exp2_table.h"

namespace abacus {

/// Whether exponentials of doubles go by the table.
inline bool has_table_exponentials() {
  return __mux_has_table_permutes() && __mux_has_exponent_operations();
}

/// A multiple of 1/16, and the last four bits of that multiple.
template <class T> struct Sixteenths {
  T value;
  signed_of<T> part;
};
/// The one nearest to x factor, of which the size is below 2^47; of larger ones about as much.
template <class T> inline Sixteenths<T> nearest_sixteenth(T x, double factor) {
  using I = signed_of<T>;
  const T large = real<T>(0x1.8p48), moved = muladd(x, real<T>(factor), large);
  return {moved - large, as<I>(moved) & I(15)};
}

/// 2^k (1 + rest), within 0.53 units in the last place for |rest| up to 0.022.
template <class T> inline T exp2_by_table(Sixteenths<T> k, T rest) {
  const T upper = looked_up<T>(exp2_upper, k.part), lower = looked_up<T>(exp2_lower, k.part);
  return scale_by_instruction(upper + muladd(upper, rest, lower), k.value);
}

} // namespace abacus

#endif
