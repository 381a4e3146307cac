// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from error.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ERROR_H
#define ABACUS_POLYNOMIALS_ERROR_H

#include "polynomial.h"

namespace abacus {

template <class E> struct erf_exponent;
/// -log1p(-erf(x)) on [9.53674e-7;4], as 0 + x^1 P(x^1): relative error below 2^-24.1.
template <> struct erf_exponent<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.9844c8p-24, 0x1.45d388p-19, -0x1.cec86ap-16, 0x1.7e792cp-13,
                  -0x1.8baec4p-11, 0x1.d56adap-10, -0x1.ce37e8p-13, -0x1.39b5f2p-6, 0x1.a4ffaap-4,
                  0x1.45f2cep-1, 0x1.20dd76p0);
  }
};

template <class E> struct scaled_erfc_of;
/// exp(((2 * (1 + x)) / (1 - x))^2) * erfc((2 * (1 + x)) / (1 - x)) on [-1;0.6875], as 0 + x^0
/// P(x^1): relative error below 2^-25.2.
template <> struct scaled_erfc_of<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.67d52cp-16, 0x1.15a37ap-13, 0x1.496914p-15, -0x1.f4f55p-11,
                  -0x1.baaa08p-11, 0x1.ca0e2ap-8, 0x1.e93f14p-9, -0x1.437de4p-4, 0x1.eeea76p-3,
                  -0x1.b57038p-2, 0x1.058672p-2);
  }
};
} // namespace abacus

#endif
