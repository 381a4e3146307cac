// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponentials by a table in registers: what remains of an argument is so small that half of the
// polynomial's terms do, and only the last addition's rounding matters.
#ifndef ABACUS_EXPONENTIALS_TABLE_EXPONENTIAL_H
#define ABACUS_EXPONENTIALS_TABLE_EXPONENTIAL_H

#include "arithmetic/exact.h"
#include "arithmetic/tables.h"
#include "polynomials/exp.h"
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

/// A power of 2 as a number and what it has beyond that, relative to it.
template <class T> struct TablePower {
  T near, ratio;
};
/// That of a step's part.
template <class T> inline TablePower<T> power_of_part(Steps<T> k) {
  if constexpr (is_same<element_of<T>, float>) {
    return {looked_up<T>(exp2_of_float_upper, k.part), looked_up<T>(exp2_of_float_ratio, k.part)};
  } else {
    return {looked_up<T>(exp2_upper, k.part), looked_up<T>(exp2_ratio, k.part)};
  }
}
/// The power times 1 + r Tail(r).
template <class Tail, class T> inline T product_with_tail(TablePower<T> power, T r) {
  return muladd(power.near, muladd(r, Tail::of(r), power.ratio), power.near);
}
/// The power times 2^r = 1 + r ln 2 + r^2 Rest(r), little more than rounded once.
template <class Rest, class T> inline T exact_product_with_exp2(TablePower<T> power, T r) {
  const Twofold<T> p = exact_product(r, real<T>(0x1.62e42fefa39efp-1));
  const T rest = muladd(r * r, Rest::of(r), p.lo + power.ratio);
  const T high = muladd(power.near, p.hi, power.near);
  const T lost = muladd(power.near, p.hi, power.near - high);
  return high + muladd(power.near, rest, lost);
}

/// 2^k (1 + r Tail(r)), within 0.53 units in the last place for |r Tail(r)| up to 0.022, of floats
/// half of that.
template <class Tail, class T> inline T power_by_steps(Steps<T> k, T r) {
  return scale_by_instruction(product_with_tail<Tail>(power_of_part(k), r), k.value);
}

/// hi + lo as a multiple of 1/8, which `power` is that of 2 of, and a rest; where that is a normal
/// number. The last bits of a large number that eighths are added to are those of the exponent and
/// of the first digits.
template <class T> struct EighthParts {
  TablePower<T> power;
  T r;
};
template <class T> inline EighthParts<T> eighth_parts(T hi, T lo) {
  using E = element_of<T>;
  using I = signed_of<T>;
  using Table = exp2_of_eighths<E>;
  constexpr int eighths = 3, shift = format<E>::mantissa - eighths;
  const T large = T(E(1.5) * E(1ul << shift)), moved = (hi + lo) + large;
  const I steps = as<I>(moved), part = steps & I((1 << eighths) - 1);
  const T power = as<T>(as<I>(looked_up<T>(Table::bits(), part)) + (steps << I(shift)));
  return {{power, looked_up<T>(Table::ratio(), part)}, (hi - (moved - large)) + lo};
}

} // namespace abacus

#endif
