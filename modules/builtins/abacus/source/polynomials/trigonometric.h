// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from trigonometric.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_TRIGONOMETRIC_H
#define ABACUS_POLYNOMIALS_TRIGONOMETRIC_H

#include "arithmetic/polynomial.h"

namespace abacus {

template <class E> struct sin_tail;
/// sin(x) on [9.31323e-10;0.79], as x + x^3 P(x^2): relative error below 2^-27.8.
template <> struct sin_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.992462p-13, 0x1.1106d6p-7, -0x1.555544p-3);
  }
};
/// sin(x) on [9.31323e-10;0.79], as x + x^3 P(x^2): relative error below 2^-57.7.
template <> struct sin_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.5d83837e9dc44p-33, -0x1.ae5e3040063a4p-26, 0x1.71de3531b3de8p-19,
                  -0x1.a01a019bbeecdp-13, 0x1.111111110f5cbp-7, -0x1.5555555555547p-3);
  }
};

template <class E> struct cos_tail;
/// cos(x) on [9.31323e-10;0.79], as 1 - x^2 / 2 + x^4 P(x^2): relative error below 2^-32.8.
template <> struct cos_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.99e334p-16, -0x1.6c0c1ep-10, 0x1.55554ap-5);
  }
};
/// cos(x) on [9.31323e-10;0.79], as 1 - x^2 / 2 + x^4 P(x^2): relative error below 2^-63.8.
template <> struct cos_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.8f99257515d55p-37, 0x1.1ee9c217a6ea6p-29, -0x1.27e4f7cbccee6p-22,
                  0x1.a01a019c5abd9p-16, -0x1.6c16c16c14df7p-10, 0x1.555555555554ap-5);
  }
};

template <class E> struct half_turn_sin_tail;
/// sin(x) on [9.31323e-10;1.5709], as x + x^3 P(x^2): relative error below 2^-61.5.
template <> struct half_turn_sin_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.883bf70329b0ap-49, -0x1.ae43db6f91342p-41, 0x1.6123ce4d97a2fp-33,
                  -0x1.ae6454d955e07p-26, 0x1.71de3a52aaaa3p-19, -0x1.a01a01a014eb5p-13,
                  0x1.11111111110c9p-7, -0x1.5555555555555p-3);
  }
};

template <class E> struct cotangent_tail;
/// x / tan(x) on [9.31323e-10;0.78541], as 1 + x^2 P(x^2): relative error below 2^-57.1.
template <> struct cotangent_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.aa50479a6c0f5p-29, -0x1.69498e5f06b2p-26, -0x1.d8c1ef8f37458p-23,
                  -0x1.2272d048358d8p-19, -0x1.66a9693545b76p-16, -0x1.bbd776c2d0f96p-13,
                  -0x1.1566abc3b4f5ap-9, -0x1.6c16c16c116b7p-6, -0x1.555555555556bp-2);
  }
};

template <class E> struct step_sin_tail;
/// sin(x) on [9.31323e-10;0.1025], as x + x^3 P(x^2): relative error below 2^-36.5.
template <> struct step_sin_tail<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.10f844p-7, -0x1.555554p-3); }
};

template <class E> struct step_cos_tail;
/// cos(x) on [9.31323e-10;0.1025], as 1 + x^2 P(x^2): relative error below 2^-33.6.
template <> struct step_cos_tail<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.552c32p-5, -0x1.fffffcp-2); }
};
/// sin(pi i / 16), what it has beyond the nearest float, and cos(pi i / 16).
inline constexpr __constant float sine_of_step[32] = {
    0,
    0x1.8f8b84p-3,
    0x1.87de2ap-2,
    0x1.1c73b4p-1,
    0x1.6a09e6p-1,
    0x1.a9b662p-1,
    0x1.d906bcp-1,
    0x1.f6297cp-1,
    0x1p0,
    0x1.f6297cp-1,
    0x1.d906bcp-1,
    0x1.a9b662p-1,
    0x1.6a09e6p-1,
    0x1.1c73b4p-1,
    0x1.87de2ap-2,
    0x1.8f8b84p-3,
    0,
    -0x1.8f8b84p-3,
    -0x1.87de2ap-2,
    -0x1.1c73b4p-1,
    -0x1.6a09e6p-1,
    -0x1.a9b662p-1,
    -0x1.d906bcp-1,
    -0x1.f6297cp-1,
    -0x1p0,
    -0x1.f6297cp-1,
    -0x1.d906bcp-1,
    -0x1.a9b662p-1,
    -0x1.6a09e6p-1,
    -0x1.1c73b4p-1,
    -0x1.87de2ap-2,
    -0x1.8f8b84p-3,
};
inline constexpr __constant float sine_of_step_rest[32] = {
    0,
    -0x1.cb2cfap-30,
    0x1.abaa58p-28,
    -0x1.9465cep-27,
    0x1.9fcef4p-27,
    0x1.21d434p-26,
    0x1.e651a8p-26,
    0x1.feeb96p-26,
    0,
    0x1.feeb96p-26,
    0x1.e651a8p-26,
    0x1.21d434p-26,
    0x1.9fcef4p-27,
    -0x1.9465cep-27,
    0x1.abaa58p-28,
    -0x1.cb2cfap-30,
    0,
    0x1.cb2cfap-30,
    -0x1.abaa58p-28,
    0x1.9465cep-27,
    -0x1.9fcef4p-27,
    -0x1.21d434p-26,
    -0x1.e651a8p-26,
    -0x1.feeb96p-26,
    0,
    -0x1.feeb96p-26,
    -0x1.e651a8p-26,
    -0x1.21d434p-26,
    -0x1.9fcef4p-27,
    0x1.9465cep-27,
    -0x1.abaa58p-28,
    0x1.cb2cfap-30,
};
inline constexpr __constant float cosine_of_step[32] = {
    0x1p0,
    0x1.f6297cp-1,
    0x1.d906bcp-1,
    0x1.a9b662p-1,
    0x1.6a09e6p-1,
    0x1.1c73b4p-1,
    0x1.87de2ap-2,
    0x1.8f8b84p-3,
    0,
    -0x1.8f8b84p-3,
    -0x1.87de2ap-2,
    -0x1.1c73b4p-1,
    -0x1.6a09e6p-1,
    -0x1.a9b662p-1,
    -0x1.d906bcp-1,
    -0x1.f6297cp-1,
    -0x1p0,
    -0x1.f6297cp-1,
    -0x1.d906bcp-1,
    -0x1.a9b662p-1,
    -0x1.6a09e6p-1,
    -0x1.1c73b4p-1,
    -0x1.87de2ap-2,
    -0x1.8f8b84p-3,
    0,
    0x1.8f8b84p-3,
    0x1.87de2ap-2,
    0x1.1c73b4p-1,
    0x1.6a09e6p-1,
    0x1.a9b662p-1,
    0x1.d906bcp-1,
    0x1.f6297cp-1,
};

template <class E> struct half_tan_tail;
/// 2 * tan(x / 2) on [9.31323e-10;0.79], as x + x^3 P(x^2): relative error below 2^-28.7.
template <> struct half_tan_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.a3c2fap-14, 0x1.b5ef36p-11, 0x1.111f22p-7, 0x1.555538p-4);
  }
};
/// 2 * tan(x / 2) on [9.31323e-10;0.79], as x + x^3 P(x^2): relative error below 2^-58.5.
template <> struct half_tan_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.5a0de57a116dap-30, 0x1.24b21ab4ad0bfp-27, 0x1.7f327e16a412p-24,
                  0x1.d6bd910fa416cp-21, 0x1.226e969792224p-17, 0x1.664f46834ac71p-14,
                  0x1.ba1ba1c00aea3p-11, 0x1.111111110cbf8p-7, 0x1.5555555555578p-4);
  }
};

template <class E> struct native_sin_tail;
/// sin(x) on [9.31323e-10;1.5709], as x + x^3 P(x^2): relative error below 2^-19.7.
template <> struct native_sin_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.84dbf4p-13, 0x1.107136p-7, -0x1.555112p-3);
  }
};

template <class E> struct native_cotangent_tail;
/// x / tan(x) on [9.31323e-10;0.78541], as 1 + x^2 P(x^2): relative error below 2^-27.2.
template <> struct native_cotangent_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.040e94p-12, -0x1.12c8eep-9, -0x1.6c28b6p-6, -0x1.555542p-2);
  }
};

template <class E> struct sinpi_series;
/// sin((pi) * x) on [9.31323e-10;0.5], as 0 + x^1 P(x^2): relative error below 2^-54.5.
template <> struct sinpi_series<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.8f9e5a085a082p-21, -0x1.6f0536efc7098p-16, 0x1.e8f023f73b57bp-12,
                  -0x1.e30741a6ba9a8p-8, 0x1.5078346ab756fp-4, -0x1.32d2cce5e66ebp-1,
                  0x1.466bc67759fccp1, -0x1.4abbce625be39p2, 0x1.921fb54442d18p1);
  }
};

template <class E> struct sinpi_tail;
/// sin((pi) * x) on [9.31323e-10;0.5], as 2.75 * x + x^1 P(x^2): relative error below 2^-27.1.
template <> struct sinpi_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.3df64cp-4, -0x1.3251fap-1, 0x1.4668f2p1, -0x1.4abbc4p2, 0x1.90fdaap-2);
  }
};

template <class E> struct tanpi_tail;
/// tan((pi) * x) * (1 - 4 * x^2) on [9.31323e-10;0.4999], as 3.1415925 * x + x^1 P(x^2): relative
/// error below 2^-29.5.
template <> struct tanpi_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.ccd662p-5, -0x1.5bbb34p-4, -0x1.b0a7a8p-3, -0x1.13fc34p-1, -0x1.1d8fa4p1,
                  0x1.4ca02p-23);
  }
};
/// tan((pi) * x) * (1 - 4 * x^2) on [9.31323e-10;0.4999], as 3.141592653589793 * x + x^1 P(x^2):
/// relative error below 2^-60.1.
template <> struct tanpi_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.3fd1ab8e5e9bdp-11, -0x1.d8ff979ba23bp-12, -0x1.a9d72ab0a0228p-10,
                  -0x1.c0c99469fff06p-9, -0x1.fcd46f9e7e73ep-8, -0x1.1e82d3d385e13p-6,
                  -0x1.43be541928267p-5, -0x1.70da1b97f2cd6p-4, -0x1.af330b31940c6p-3,
                  -0x1.1401fac04cb5p-1, -0x1.1d8f9b879bb1cp1, 0x1.1fe1dd317452ep-53);
  }
};

template <class E> struct sinpi_for_half;
/// sin((pi) * x) on [9.31323e-10;0.5], as 0 + x^1 P(x^2): relative error below 2^-13.1.
template <> struct sinpi_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.29cf4p1, -0x1.4954dep2, 0x1.921492p1);
  }
};

template <class E> struct sin_for_half;
/// sin(x) on [9.31323e-10;1.5709], as x + x^3 P(x^2): relative error below 2^-12.8.
template <> struct sin_for_half<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.f5c61p-8, -0x1.543b78p-3); }
};

template <class E> struct tan_for_half;
/// tan(x) on [9.31323e-10;0.79], as x + x^3 P(x^2): relative error below 2^-14.1.
template <> struct tan_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.7c2032p-4, 0x1.e1b20cp-4, 0x1.57129ep-2);
  }
};
} // namespace abacus

#endif
