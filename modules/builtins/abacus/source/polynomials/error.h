// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from error.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ERROR_H
#define ABACUS_POLYNOMIALS_ERROR_H

#include "arithmetic/polynomial.h"

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
/// (exp(((2 * (1 + x)) / (1 - x))^2) * erfc((2 * (1 + x)) / (1 - x)) * 4) / (1 - x) on [-1;0.6875],
/// as 0 + x^0 P(x^1): relative error below 2^-25.7.
template <> struct scaled_erfc_of<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.17c532p-14, 0x1.89eb68p-15, -0x1.3207cap-11, -0x1.b2f24ep-11,
                  0x1.9075bep-9, 0x1.a8445cp-8, -0x1.604f28p-6, -0x1.2a86e4p-5, 0x1.1e2dc2p-2,
                  -0x1.5fd388p-1, 0x1.058672p0);
  }
};

template <class E> struct far_erfc_tail;
/// (exp(1 / x) * erfc(1 / sqrt(x)) * sqrt(pi)) / sqrt(x) on
/// [1.319999999999999999999999999999999999999999999999999999999999999999999999999e-3;6.95e-3], as 1
/// + x^1 P(x^1): relative error below 2^-60.8.
template <> struct far_erfc_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.a8c2c1e8a800dp9, 0x1.3ff6d945a1133p7, -0x1.d83f54d8aa1bap4,
                  0x1.a3ff07e93ac34p2, -0x1.dffffddf0ce16p0, 0x1.7ffffffec5591p-1,
                  -0x1.ffffffffffb6dp-2);
  }
};

template <class E> struct erf_for_half;
/// erf(x) on [9.31323e-10;2.75], as 0 + x^1 P(x^2): relative error below 2^-14.4.
template <> struct erf_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.8dbbfp-21, 0x1.c06742p-16, -0x1.bc194ap-12, 0x1.02c62ep-8, -0x1.938bb6p-6,
                  0x1.c5cdbap-4, -0x1.8061bep-2, 0x1.20da42p0);
  }
};
} // namespace abacus

#endif
