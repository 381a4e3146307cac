// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gamma function of positive numbers and its logarithm. Coefficients and their errors:
// abacus/scripts/derive.py.
#ifndef ABACUS_GAMMA_H
#define ABACUS_GAMMA_H

#include "polynomial.h"
#include "precise_exponential.h"
#include "precise_logarithm.h"
#include "sinpi.h"

namespace abacus {

/// gamma(2.5 + t), |t| <= 1/2.
inline double gamma_near_two_and_half(double t) {
  return horner(
      t, 0x1.1df83f46b5b39p-25, -0x1.650430b4605f7p-24, 0x1.69e0b8183d448p-23,
      -0x1.c094378550309p-22, 0x1.22b69ba445ed9p-20, -0x1.57e9b7c2d56a3p-19, 0x1.e6ca7ac6c8f8cp-18,
      -0x1.ad8a6611a268ap-17, 0x1.013c92f5859f2p-14, 0x1.0886c5d516cc8p-18, 0x1.8b8fcda4879d4p-11,
      0x1.a55ed2172e36fp-10, 0x1.5489cc6bad687p-7, 0x1.d0a9bc4930cd3p-6, 0x1.c138b89492c3ep-4,
      0x1.03f6d2fa4f509p-2, 0x1.4f224d4b7e01cp-1, 0x1.de9585f1a7093p-1, 0x1.544fa6d47b390p+0);
}
/// lgamma(1 + z) / z and lgamma(2 + z) / z, |z| <= 1/2.
inline double lgamma_near_one(double z) {
  return horner(
      z, 0x1.dd93d56e6de4dp-3, -0x1.ec097aba2bc98p-3, -0x1.840cd07d90826p-3, 0x1.8eca495d72089p-3,
      0x1.59681d2609cfcp-3, -0x1.6447823e9d0f7p-3, -0x1.61e023b85b2f7p-8, 0x1.4419026330db1p-8,
      0x1.d2b6e138a185dp-5, -0x1.e728a90657135p-5, 0x1.89630a1bc7168p-5, -0x1.9e7ae2be33060p-5,
      0x1.c91924bb77106p-5, -0x1.e3eda33f2a471p-5, 0x1.ffd5ade9e1431p-5, -0x1.10fc68b60bb0bp-4,
      0x1.24983b04df70bp-4, -0x1.3b1efc904ce5cp-4, 0x1.556ac7ab0a8c5p-4, -0x1.748c241fd89f6p-4,
      0x1.9a01e3eaf2fc3p-4, -0x1.c80670d557cb7p-4, 0x1.010b36aeb2f89p-3, -0x1.2703a1dc10f2ep-3,
      0x1.5b40cb100dfd7p-3, -0x1.a8b9c17aa7eedp-3, 0x1.151322ac7d83cp-2, -0x1.9a4d55beab2cap-2,
      0x1.a51a6625307d3p-1, -0x1.2788cfc6fb619p-1);
}
inline double lgamma_near_two(double z) {
  return horner(z, 0x1.11fa5e7c86f7bp-24, -0x1.2009c1a550d0dp-23, 0x1.b40adb09a1e12p-23,
                -0x1.ce17528bcf460p-22, 0x1.012012be3900ap-20, -0x1.1276ebd557fb0p-19,
                0x1.258f3057730fap-18, -0x1.3cb3be36ad88bp-17, 0x1.580e0afa55850p-16,
                -0x1.78de9ab752b81p-15, 0x1.a127afee53e7dp-14, -0x1.d3fd4b679c1c4p-13,
                0x1.0b36af8779ca0p-11, -0x1.38ac5c2d48207p-10, 0x1.7add6eadb5317p-9,
                -0x1.e404fc218dbaep-8, 0x1.51322ac7d848ap-6, -0x1.13e001a55760ap-4,
                0x1.4a34cc4a60fa6p-2, 0x1.b0ee6072093cep-2);
}

/// ln gamma(x) for x >= 12 by Stirling's series, B(2k) / (2k (2k - 1) x^(2k - 1)) up to k = 8.
inline dd stirling(double x) {
  const double z = 1 / (x * x);
  const double series = horner(z, -3617.0 / 122400, 1.0 / 156, -691.0 / 360360, 1.0 / 1188,
                               -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12) /
                        x;
  const dd half_log_two_pi = {0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55};
  return log_dd({x, 0}) * sum(x, -0.5) + -x + half_log_two_pi + series;
}

/// m 2^k.
struct Scaled {
  double m;
  int k;
};

/// gamma(x) for 0 < x < 200.
inline Scaled gamma_of_positive(double x) {
  if (x >= 20) {
    const ExpReduced reduced = exp_reduce(stirling(x));
    return {exp_of_reduced(reduced.r), reduced.k};
  }
  dd factor = {1, 0};
  double y = x;
  for (; y >= 3; y -= 1) {
    factor = factor * (y - 1);
  }
  if (x >= 2) {
    return {value(factor * gamma_near_two_and_half(y - 2.5)), 0};
  }
  // gamma(x + 1) / x, gamma(x + 2) / (x (x + 1))
  if (x >= 1) {
    return {gamma_near_two_and_half(x - 1.5) / x, 0};
  }
  return {gamma_near_two_and_half(x - 0.5) / (x + 1) / x, 0};
}

/// ln gamma(x) for x > 0, finite.
inline double lgamma_of_positive(double x) {
  if (x >= 12) {
    // Of the largest numbers the result overflows: in one step, as infinity less infinity is none.
    return x > 0x1p100 ? value((log_dd({x, 0}) + -1.0) * (x * 0x1p-100)) * 0x1p100
                       : value(stirling(x));
  }
  if (x < 0.5) {
    return x * lgamma_near_one(x) - value(log_dd({x, 0}));
  }
  if (x < 1.5) {
    return (x - 1) * lgamma_near_one(x - 1);
  }
  double factor = 1;
  for (; x >= 2.5; x -= 1) {
    factor *= x - 1;
  }
  const double near = (x - 2) * lgamma_near_two(x - 2);
  return factor == 1 ? near : near + value(log_dd({factor, 0}));
}

/// sin(pi x) for finite x.
inline double sine_times_pi(double x) { return sinpi(x); }

} // namespace abacus

#endif
