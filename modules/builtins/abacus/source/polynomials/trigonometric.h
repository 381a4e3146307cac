// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from trigonometric.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_TRIGONOMETRIC_H
#define ABACUS_POLYNOMIALS_TRIGONOMETRIC_H

#include "polynomial.h"

namespace abacus {

template <class E> struct sin_tail;
/// sin(x) on [9.31323e-10;1.5709], as x + x^3 P(x^2): relative error below 2^-27.2.
template <> struct sin_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.5dc904p-19, -0x1.9f70fp-13, 0x1.110edap-7, -0x1.55554cp-3);
  }
};
/// sin(x) on [9.31323e-10;1.5709], as x + x^3 P(x^2): relative error below 2^-61.5.
template <> struct sin_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.883bf70329b0ap-49, -0x1.ae43db6f91342p-41, 0x1.6123ce4d97a2fp-33,
                  -0x1.ae6454d955e07p-26, 0x1.71de3a52aaaa3p-19, -0x1.a01a01a014eb5p-13,
                  0x1.11111111110c9p-7, -0x1.5555555555555p-3);
  }
};

template <class E> struct native_sin_tail;
/// sin(x) on [9.31323e-10;1.5709], as x + x^3 P(x^2): relative error below 2^-19.7.
template <> struct native_sin_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.84dbf4p-13, 0x1.107136p-7, -0x1.555112p-3);
  }
};

template <class E> struct tan_tail;
/// tan(x) on [9.31323e-10;0.78541], as x + x^3 P(x^2): relative error below 2^-25.7.
template <> struct tan_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.33ab34p-7, 0x1.97f8c2p-9, 0x1.90594ap-6, 0x1.b587f8p-5, 0x1.112ddcp-3,
                  0x1.5554dep-2);
  }
};
/// tan(x) on [9.31323e-10;0.39271], as x + x^3 P(x^2): relative error below 2^-58.7.
template <> struct tan_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.58b2855435ddfp-12, 0x1.2524092d168adp-11, 0x1.7f22ff81fee62p-10,
                  0x1.d6beb23b5ff73p-9, 0x1.226e907f0bd51p-7, 0x1.664f46a985dacp-6,
                  0x1.ba1ba1bf868a1p-5, 0x1.111111110d2e6p-3, 0x1.5555555555574p-2);
  }
};

template <class E> struct sinpi_series;
/// sin((pi) * x) on [9.31323e-10;0.5], as 0 + x^1 P(x^2): relative error below 2^-25.
template <> struct sinpi_series<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.407998p-4, -0x1.328004p-1, 0x1.466b26p1, -0x1.4abbd8p2, 0x1.921fb6p1);
  }
};
/// sin((pi) * x) on [9.31323e-10;0.5], as 0 + x^1 P(x^2): relative error below 2^-54.5.
template <> struct sinpi_series<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.6a432cf8172d5p-22, 0x1.8526b8a5a31c6p-22, -0x1.6bffa683e346ep-16,
                  0x1.e8e3daab25c6fp-12, -0x1.e3072497042c4p-8, 0x1.5078344282871p-4,
                  -0x1.32d2cce5a8942p-1, 0x1.466bc67759a01p1, -0x1.4abbce625be33p2,
                  0x1.921fb54442d18p1);
  }
};
} // namespace abacus

#endif
