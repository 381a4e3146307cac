// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from log.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_LOG_H
#define ABACUS_POLYNOMIALS_LOG_H

#include "polynomial.h"

namespace abacus {

template <class E> struct log_tail;
/// log1p(x) on [-0.29295;0.41426], as x - x^2 / 2 + x^3 P(x^1): relative error below 2^-26.9.
template <> struct log_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.432196p-4, 0x1.084b42p-3, -0x1.0cbeeap-3, 0x1.224bb2p-3, -0x1.547a58p-3,
                  0x1.99a898p-3, -0x1.00021ep-2, 0x1.55554p-2);
  }
};

template <class E> struct artanh_tail;
/// 2 * atanh(x) on
/// [9.31323e-10;0.1715800000000000000000000000000000000000000000000000000000000000000000000001], as
/// 2 * x + x^3 P(x^2): relative error below 2^-59.4.
template <> struct artanh_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.2f02bc1c6ca58p-3, 0x1.39a2024d03472p-3, 0x1.74663bf27e498p-3,
                  0x1.c71c5218e11e7p-3, 0x1.24924941dc60dp-2, 0x1.999999997ff58p-2,
                  0x1.5555555555592p-1);
  }
};
/// 2 * atanh(x) on
/// [9.31323e-10;0.1715800000000000000000000000000000000000000000000000000000000000000000000001], as
/// 2 * x + x^3 P(x^2): relative error below 2^-30.2.
template <> struct artanh_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.31e03ap-2, 0x1.995ed8p-2, 0x1.55557ap-1);
  }
};

template <class E> struct log2_for_float;
/// (2 * atanh(x)) / log(2) on
/// [9.31323e-10;0.1715800000000000000000000000000000000000000000000000000000000000000000000001], as
/// 0 + x^1 P(x^2): relative error below 2^-37.7.
template <> struct log2_for_float<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.5ce84309c8cacp-2, 0x1.a58d89b12b16cp-2, 0x1.27777fe6aa8ebp-1,
                  0x1.ec709d12d1d77p-1, 0x1.71547652bedf1p1);
  }
};
} // namespace abacus

#endif
