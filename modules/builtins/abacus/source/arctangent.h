// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The angle of a point, on which all inverse trigonometric functions rest.
#ifndef ABACUS_ARCTANGENT_H
#define ABACUS_ARCTANGENT_H

#include "bits.h"
#include "double_double.h"

namespace abacus {

inline constexpr __constant double atan_of_eighths[9][2] = {
    {0x0p+0, 0x0p+0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

/// atan(y / x) for 0 <= y <= x, both between 2^-400 and 2^400 (y may be 0): with c the eighth
/// nearest to y / x, atan(c) + atan((y - c x) / (x + c y)).
inline dd atan_of_quotient(dd y, dd x) {
  const double j = __builtin_elementwise_roundeven(8 * (y.hi / x.hi));
  const double c = j * 0.125;
  const dd t = (y - x * c) / (x + y * c);
  const double z = t.hi * t.hi;
  double p = 1.0 / 13; // |z| <= 2^-8
  p = p * z - 1.0 / 11;
  p = p * z + 1.0 / 9;
  p = p * z - 1.0 / 7;
  p = p * z + 1.0 / 5;
  p = p * z - 1.0 / 3;
  const dd table = {atan_of_eighths[int(j)][0], atan_of_eighths[int(j)][1]};
  return table + (t + t.hi * z * p);
}

/// The angle of the point (x, y) with y >= 0, in [0, pi].
inline dd angle_of(dd y, dd x) {
  const bool left = x.hi < 0;
  const dd size = choose(left, -x, x);
  const bool steep = y.hi > size.hi;
  const dd a = atan_of_quotient(choose(steep, size, y), choose(steep, y, size));
  if (steep) {
    return half_pi + choose(left, a, -a);
  }
  return choose(left, pi - a, a);
}

/// sqrt(1 - x^2) for |x| <= 1.
inline dd complement(double x) {
  const dd square = sum(1, -x) * sum(1, x);
  return choose(square.hi == 0, square, root(square));
}

/// asin(x) and acos(x) for |x| <= 1, x not tiny for asin.
inline dd asin_dd(double x) {
  const dd a = angle_of({absolute(x), 0}, complement(x));
  return choose(negative(x), -a, a);
}
inline dd acos_dd(double x) { return angle_of(complement(x), {x, 0}); }

inline dd atan_dd(double x) {
  const double size = absolute(x);
  const dd a = angle_of({size > 0x1p100 ? 0x1p100 : size, 0}, {1, 0});
  return choose(negative(x), -a, a);
}

} // namespace abacus

#endif
