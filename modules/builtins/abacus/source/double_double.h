// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of two doubles, |lo| at most half a unit in the last place of hi: about 106 bits. The basic
// operations are Dekker's and Knuth's; relative errors are a few 2^-104.
#ifndef ABACUS_DOUBLE_DOUBLE_H
#define ABACUS_DOUBLE_DOUBLE_H

#include "mux.h"

namespace abacus {

struct dd {
  double hi, lo;
};

/// a + b exactly; |a| >= |b| or a = 0.
inline dd quick_sum(double a, double b) {
  const double s = a + b;
  return {s, b - (s - a)};
}
/// a + b exactly.
inline dd sum(double a, double b) {
  const double s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
/// a * b exactly, if nothing overflows and the product's lower half does not underflow.
inline dd product(double a, double b) {
  const double p = a * b;
  if (__mux_has_fma()) {
    return {p, __builtin_elementwise_fma(a, b, -p)};
  }
  const double ca = a * 0x8000001p0, cb = b * 0x8000001p0;
  const double ah = ca - (ca - a), bh = cb - (cb - b), al = a - ah, bl = b - bh;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

inline dd operator-(dd a) { return {-a.hi, -a.lo}; }
inline dd operator+(dd a, double b) {
  const dd s = sum(a.hi, b);
  return quick_sum(s.hi, s.lo + a.lo);
}
inline dd operator+(dd a, dd b) {
  const dd s = sum(a.hi, b.hi), t = sum(a.lo, b.lo);
  const dd u = quick_sum(s.hi, s.lo + t.hi);
  return quick_sum(u.hi, u.lo + t.lo);
}
inline dd operator-(dd a, dd b) { return a + -b; }
inline dd operator*(dd a, double b) {
  const dd p = product(a.hi, b);
  return quick_sum(p.hi, p.lo + a.lo * b);
}
inline dd operator*(dd a, dd b) {
  const dd p = product(a.hi, b.hi);
  return quick_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
inline dd operator/(dd a, dd b) {
  const double q = a.hi / b.hi;
  const dd rest = a - b * q;
  const double r = rest.hi / b.hi;
  const dd rest2 = rest - b * r;
  return quick_sum(q, r) + rest2.hi / b.hi;
}
inline dd operator/(dd a, double b) { return a / dd{b, 0}; }
/// The root of a positive number.
inline dd root(dd a) {
  const double r = __builtin_elementwise_sqrt(a.hi);
  const dd rest = a - product(r, r);
  return quick_sum(r, rest.hi / (2 * r));
}
inline double value(dd a) { return a.hi + a.lo; }

/// x * factor for a small x, whose product's lower half would underflow; factor > 0.
inline double tiny_times(dd factor, double x) {
  return __builtin_elementwise_copysign(value(factor * (x * 0x1p300)) * 0x1p-300, x);
}

inline constexpr dd ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
inline constexpr dd inverse_ln2 = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
inline constexpr dd ln10 = {0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53};
inline constexpr dd inverse_ln10 = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
inline constexpr dd pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
inline constexpr dd half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
inline constexpr dd inverse_pi = {0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56};

} // namespace abacus

#endif
