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
/// (exp(((3 * (1 + x)) / (1 - x))^2) * erfc((3 * (1 + x)) / (1 - x)) * 6) / (1 - x) on
/// [-1;0.80328], as 0 + x^0 P(x^1): relative error below 2^-53.4.
template <> struct scaled_erfc_of<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.886b39a504509p-30, -0x1.98b5e8b0aaea2p-28, 0x1.238696cf3c389p-29,
                  0x1.967c7b5664a7cp-25, 0x1.58467efdd9906p-25, -0x1.f0136bb5f25e7p-23,
                  -0x1.af79893a5eed2p-22, 0x1.0bd2323a29695p-20, 0x1.72a658a0e1f5ap-19,
                  -0x1.3eb130c958905p-18, -0x1.2514e18b0974dp-16, 0x1.fdfeddb16f6b8p-16,
                  0x1.c324d5420542fp-14, -0x1.2238fc6b2fb3p-12, -0x1.1f78df39b2348p-11,
                  0x1.8dae3a232db64p-9, -0x1.3dd3e72bf3defp-10, -0x1.b78993d6ad046p-6,
                  0x1.e995f11b1da3p-4, -0x1.3deb21415dcccp-2, 0x1.2e326945de258p-1,
                  -0x1.c44c471baa376p-1, 0x1.12f21ddd9f5e2p0);
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
