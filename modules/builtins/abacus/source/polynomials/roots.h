// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from roots.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ROOTS_H
#define ABACUS_POLYNOMIALS_ROOTS_H

#include "arithmetic/polynomial.h"

namespace abacus {

template <class E> struct inverse_cube_root;
/// x^(-1 / 3) on [0.34375;2.875], as 0 + x^0 P(x^1): relative error below 2^-7.
template <> struct inverse_cube_root<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.ab191p-5, -0x1.a6f7d8p-2, 0x1.3aabe6p0, -0x1.c594a6p0, 0x1.e578cp0);
  }
};
/// x^(-1 / 3) on [0.34375;2.875], as 0 + x^0 P(x^1): relative error below 2^-8.2.
template <> struct inverse_cube_root<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.1e6aafa40ecep-5, 0x1.530a20f5c6f74p-2, -0x1.3bac4bf0b283dp0,
                  0x1.28421d222021ep1, -0x1.3332d3beaa39bp1, 0x1.028b46b6b8aaep1);
  }
};

template <class E> struct inverse_cube_root_for_half;
/// x^(-1 / 3) on
/// [0.6635;0.7875000000000000000000000000000000000000000000000000000000000000000000000003], as 0 +
/// x^0 P(x^1): relative error below 2^-15.1.
template <> struct inverse_cube_root_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.e389e6p-2, -0x1.32ad02p0, 0x1.bbc434p0);
  }
};
} // namespace abacus

#endif
