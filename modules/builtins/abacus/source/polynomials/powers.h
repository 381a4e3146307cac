// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from powers.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_POWERS_H
#define ABACUS_POLYNOMIALS_POWERS_H

#include "arithmetic/polynomial.h"

namespace abacus {

template <class E> struct exp2_wide_rest;
/// 2^x on [-0.5;0.5], as 1 + 0.6931471805599453 * x + x^1 P(x^1): relative error below 2^-63.3.
template <> struct exp2_wide_rest<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.c0345bb061be6p-36, 0x1.ea0053a433e06p-32, 0x1.e4d2780f895c9p-28,
                  0x1.b524de19b814fp-24, 0x1.62c02146994b3p-20, 0x1.ffcbfc74620f4p-17,
                  0x1.430912f8af0fp-13, 0x1.5d87fe78a28c6p-10, 0x1.3b2ab6fba4d73p-7,
                  0x1.c6b08d704a0cep-5, 0x1.ebfbdff82c58fp-3, 0x1.9e6eff0deacabp-56);
  }
};
} // namespace abacus

#endif
