// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// erf near 0 and erfc beyond. Coefficients and their errors: abacus/scripts/derive.py.
#ifndef ABACUS_ERROR_FUNCTION_H
#define ABACUS_ERROR_FUNCTION_H

#include "polynomial.h"
#include "precise_exponential.h"

namespace abacus {

/// erf(x) for |x| <= 1.
inline double erf_near_zero(double x) {
  const double z = x * x;
  const auto over_x = [](double z) {
    return horner(z, 0x1.3c01fd3a74542p-42, -0x1.b40e7abf9f000p-38, 0x1.9a0fcb5e22c5bp-34,
                  -0x1.517ce02f1265fp-30, 0x1.fcbb312b48443p-27, -0x1.5f73c3bf14b91p-23,
                  0x1.b9e6c38e5cf3dp-20, -0x1.f4d25bf9af03ap-17, 0x1.f9a326f7ac5b1p-14,
                  -0x1.c02db40035f1ep-11, 0x1.565bcd0e6a2eep-8, -0x1.b82ce31288b47p-6,
                  0x1.ce2f21a042be2p-4, -0x1.812746b0379e7p-2, 0x1.20dd750429b6dp+0);
  };
  return x * over_x(z);
}

/// (1 + 2x) e^(x^2) erfc(x), t = (x - 3.75) / (x + 3.75), 1 <= x <= 28.
inline double scaled_erfc(double t) {
  return horner(
      t, -0x1.5fdace54be951p-27, 0x1.2613f3eae5945p-25, 0x1.2c6778bb6601ap-25,
      -0x1.16bf800e3fb40p-22, -0x1.1be071d8a1d3cp-24, 0x1.d701f17d169aep-20, -0x1.044dc25bf07fep-20,
      -0x1.8010673283f4dp-17, 0x1.7786e73bdc0bep-16, 0x1.b144ea4e9233ep-15, -0x1.303f95c2931afp-12,
      0x1.33fb20c6cb56cp-12, 0x1.cc3a0df435d6ap-10, -0x1.3f603c30a501ep-7, 0x1.d0b0037df42bdp-6,
      -0x1.e0d0fa6e0c360p-5, 0x1.7a14188a9969fp-4, -0x1.bda9309a285edp-4, 0x1.510169d096812p-4,
      0x1.d5f2948159c2fp-9, -0x1.1f367683f89a7p-3, 0x1.3ccda0b5d5dc2p+0);
}

/// erfc(x) for x >= 1.
inline double erfc_beyond_one(double x) {
  if (x > 28) {
    return 0;
  }
  const double t = (x - 3.75) / (x + 3.75);
  const ExpReduced reduced = exp_reduce(-product(x, x));
  return scale(exp_of_reduced(reduced.r) * scaled_erfc(t) / (1 + 2 * x), reduced.k);
}

} // namespace abacus

#endif
