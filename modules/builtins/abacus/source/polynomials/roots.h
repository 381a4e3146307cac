// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from roots.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ROOTS_H
#define ABACUS_POLYNOMIALS_ROOTS_H

#include "arithmetic/polynomial.h"

namespace abacus {

template <class E> struct inverse_cube_root;
/// x^(-1 / 3) on
/// [0.6635;0.7875000000000000000000000000000000000000000000000000000000000000000000000003], as 0 +
/// x^0 P(x^1): relative error below 2^-19.9.
template <> struct inverse_cube_root<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.03b20ap-1, 0x1.93783ep0, -0x1.ff4bd2p0, 0x1.ed107ep0);
  }
};
/// x^(-1 / 3) on
/// [0.6635;0.7875000000000000000000000000000000000000000000000000000000000000000000000003], as 0 +
/// x^0 P(x^1): relative error below 2^-24.7.
template <> struct inverse_cube_root<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.2adbb38c9c74fp-1, -0x1.19b9931d84b2p1, 0x1.b55be443f6ae3p1,
                  -0x1.7152b05ab8bcfp1, 0x1.0b12970c0dba4p1);
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

template <class E> struct reciprocal_root_tail;
/// 1 / sqrt(1 - x) on [-7.4e-4;1.73e-3], as 1 + x^1 P(x^1): relative error below 2^-32.
template <> struct reciprocal_root_tail<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.805f18p-2, 0x1.000006p-1); }
};
/// 1 / sqrt(1 - x) on [-1.23e-4;1.23e-4], as 1 + x^1 P(x^1): relative error below 2^-56.3.
template <> struct reciprocal_root_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.4000003422c81p-2, 0x1.8000003ae06e1p-2, 0x1p-1);
  }
};

template <class E> struct reciprocal_root_tail_of_float;
/// 1 / sqrt(1 - x) on [-7.4e-4;7.4e-4], as 1 + x^1 P(x^1): relative error below 2^-58.
template <> struct reciprocal_root_tail_of_float<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.18000be27afeap-2, 0x1.40000b4d12e4bp-2, 0x1.7fffffffffdc6p-2,
                  0x1.ffffffffffe61p-2);
  }
};

template <class E> struct near_reciprocal_root_tail;
/// 1 / sqrt(1 - x) on [-6.92e-2;6.76e-2], as 1 + x^1 P(x^1): relative error below 2^-15.2.
template <> struct near_reciprocal_root_tail<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.808bf2p-2, 0x1.008fb8p-1); }
};
/// 1 / sqrt(1 - x) on [-6.92e-2;6.76e-2], as 1 + x^1 P(x^1): relative error below 2^-19.8.
template <> struct near_reciprocal_root_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.40637bf9a1115p-2, 0x1.8116420c31f29p-2, 0x1.000017a4792dbp-1);
  }
};

template <class E> struct reciprocal_root_rest;
/// 1 / sqrt(1 - x) on
/// [-6e-5;1.040000000000000000000000000000000000000000000000000000000000000000000000001e-3], as 1 +
/// x^1 P(x^1): relative error below 2^-36.
template <> struct reciprocal_root_rest<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.8077aap-2, 0x1.fffff6p-2); }
};
/// 1 / sqrt(1 - x) on [-2.3e-6;2.3e-6], as 1 + x^1 P(x^1): relative error below 2^-59.8.
template <> struct reciprocal_root_rest<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.800000000574p-2, 0x1.0000000002bap-1);
  }
};

template <class E> struct reciprocal_root_for_half;
/// 1 / sqrt(1 - x) on [-6.92e-2;6.76e-2], as 1 + x^1 P(x^1): relative error below 2^-19.8.
template <> struct reciprocal_root_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.4062c4p-2, 0x1.811642p-2, 0x1.000018p-1);
  }
};
} // namespace abacus

#endif
