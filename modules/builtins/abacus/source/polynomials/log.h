// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from log.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_LOG_H
#define ABACUS_POLYNOMIALS_LOG_H

#include "arithmetic/polynomial.h"

namespace abacus {

template <class E> struct log_tail_of_square;
/// log1p(x) on [-0.333496;0.333496], as x - x^2 / 2 + x^3 P(x^1): relative error below 2^-30.
template <> struct log_tail_of_square<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.efc7cap-4, -0x1.07200cp-3, 0x1.b75bf4p-4, -0x1.f3841cp-4, 0x1.25032ap-3,
                  -0x1.559934p-3, 0x1.9996e4p-3, -0x1.ffff0ep-3, 0x1.555558p-2);
  }
};

template <class E> struct log2_of_float;
/// log2(1 + x) on [-0.333496;0.333496], as 0 + x^1 P(x^1): relative error below 2^-30.5.
template <> struct log2_of_float<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.6809d29cc005ep-3, -0x1.81931705decb5p-3, 0x1.3c38f55f566ebp-3,
                  -0x1.66b78b0a080eap-3, 0x1.a6cd59acc8972p-3, -0x1.ecf8ab0b14384p-3,
                  0x1.27746270127eap-2, -0x1.71531664801bap-2, 0x1.ec70a38e661ebp-2,
                  -0x1.715477502e3bdp-1, 0x1.7154765227f2cp0);
  }
};

template <class E> struct log10_of_float;
/// log10(1 + x) on [-0.333496;0.333496], as 0 + x^1 P(x^1): relative error below 2^-30.5.
template <> struct log10_of_float<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.b187866a11b17p-5, -0x1.d0472dee7c7a1p-5, 0x1.7cc5133651851p-5,
                  -0x1.aff032344e812p-5, 0x1.fd1ac1a00bca5p-5, -0x1.28cc5f87b7f21p-4,
                  0x1.63c3483271915p-4, -0x1.bcb6098e2e6eap-4, 0x1.287a79b3ac0c9p-3,
                  -0x1.bcb7b283a0e6cp-3, 0x1.bcb7b151c0a2ap-2);
  }
};

template <class E> struct quotient_log;
/// 2 * atanh(x / 2) on [9.31323e-10;0.34375], as x + x^3 P(x^2): relative error below 2^-66.5.
template <> struct quotient_log<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.0f1ede2b28dc8p-20, 0x1.0f658893b06dbp-18, 0x1.3b2036492829bp-16,
                  0x1.745ce16ded3cap-14, 0x1.c71c724c55c76p-12, 0x1.2492492438eb3p-9,
                  0x1.9999999999d15p-7, 0x1.5555555555555p-4);
  }
};

template <class E> struct quotient_log2;
/// (2 * atanh(x / 2)) / log(2) on [9.31323e-10;0.34375], as x / log(2) + x^3 P(x^2): relative error
/// below 2^-66.5.
template <> struct quotient_log2<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.8717813c17745p-20, 0x1.878c89c98b446p-18, 0x1.c6a15164fd80ap-16,
                  0x1.0c9a5e09185e7p-13, 0x1.484b1436cfc93p-11, 0x1.a61762a72f24bp-9,
                  0x1.2776c50ef9e7p-6, 0x1.ec709dc3a03fdp-4);
  }
};

template <class E> struct quotient_log10;
/// (2 * atanh(x / 2)) / log(10) on [9.31323e-10;0.34375], as x / log(10) + x^3 P(x^2): relative
/// error below 2^-65.5.
template <> struct quotient_log10<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.d8f2b27c14503p-22, 0x1.d73914fc47d26p-20, 0x1.11b88b8fb9933p-17,
                  0x1.436e1927e5d52p-15, 0x1.8b4df38f6499cp-13, 0x1.fc3fa6142249fp-11,
                  0x1.63c627752568cp-8, 0x1.287a7636f435ep-5);
  }
};

template <class E> struct log2_for_float;
/// (2 * atanh(x)) / log(2) on [9.31323e-10;0.171875], as 0 + x^1 P(x^2): relative error below
/// 2^-37.7.
template <> struct log2_for_float<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.5cfb3273b544fp-2, 0x1.a58c8f7b45a55p-2, 0x1.277781e0c20c3p-1,
                  0x1.ec709d1054dbep-1, 0x1.71547652befd2p1);
  }
};

template <class E> struct log2_tail;
/// (2 * atanh(x)) / log(2) on [9.31323e-10;0.171875], as (2 * x) / log(2) + (2 * x^3) / (3 *
/// log(2)) + x^5 P(x^2): relative error below 2^-73.1.
template <> struct log2_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.62b53729f0a23p-3, 0x1.58e341867f557p-3, 0x1.8a0b187780ae9p-3,
                  0x1.c68edf34eff27p-3, 0x1.0c9a855077f75p-2, 0x1.484b13d6792a7p-2,
                  0x1.a61762a7af1eap-2, 0x1.2776c50ef9bfbp-1);
  }
};

template <class E> struct table_log_tail;
/// log1p(x) on [-2.06e-2;3.125e-2], as x + x^2 P(x^1): relative error below 2^-31.9.
template <> struct table_log_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.8fafd4p-3, -0x1.000fe2p-2, 0x1.5555cep-2, -0x1p-1);
  }
};
/// log1p(x) on [-3.72e-2;6.25e-2], as x - x^2 / 2 + x^3 P(x^1): relative error below 2^-60.9.
template <> struct table_log_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.4b464ea756ac5p-4, -0x1.9934f77a2ce1dp-4, 0x1.c73cb31963743p-4,
                  -0x1.00006e22fb724p-3, 0x1.249244e91f7dep-3, -0x1.555555348f7fdp-3,
                  0x1.9999999a09798p-3, -0x1.0000000001554p-2, 0x1.5555555555537p-2);
  }
};

template <class E> struct centred_log_tail;
/// log1p(x) on [-5.96e-2;6.65e-2], as x + x^2 P(x^1): relative error below 2^-31.1.
template <> struct centred_log_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.52b99p-3, 0x1.9b2feep-3, -0x1.00013p-2, 0x1.555516p-2, -0x1p-1);
  }
};

template <class E> struct near_log_tail;
/// log1p(x) on [-2.06e-2;3.125e-2], as x - x^2 / 2 + x^3 P(x^1): relative error below 2^-38.2.
template <> struct near_log_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.4f28fcp-3, 0x1.99ce1ep-3, -0x1.000056p-2, 0x1.555554p-2);
  }
};
/// log1p(x) on
/// [-4.270000000000000000000000000000000000000000000000000000000000000000000000002e-2;4.270000000000000000000000000000000000000000000000000000000000000000000000002e-2],
/// as x - x^2 / 2 + x^3 P(x^1): relative error below 2^-69.1.
template <> struct near_log_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.56faf2d7bda08p-4, 0x1.760ec398327cap-4, -0x1.9998b53c8a649p-4,
                  0x1.c71b94637a34p-4, -0x1.0000001c97c6fp-3, 0x1.2492493e2a441p-3,
                  -0x1.55555555521c5p-3, 0x1.999999999706ep-3, -0x1.0000000000001p-2,
                  0x1.5555555555556p-2);
  }
};

template <class E> struct centred_near_log_tail;
/// log1p(x) on [-5.96e-2;6.65e-2], as x - x^2 / 2 + x^3 P(x^1): relative error below 2^-37.7.
template <> struct centred_near_log_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.1b9202p-3, 0x1.28b784p-3, -0x1.55306ep-3, 0x1.999522p-3, -0x1.000006p-2,
                  0x1.555556p-2);
  }
};
/// log1p(x) on [-5.96e-2;6.65e-2], as x - x^2 / 2 + x^3 P(x^1): relative error below 2^-67.1.
template <> struct centred_near_log_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.310c62c161f22p-4, -0x1.58b33587c9e95p-4, 0x1.747c81d2d91ffp-4,
                  -0x1.9995d6396e5e9p-4, 0x1.c71c516fe21b5p-4, -0x1.000000fc6098fp-3,
                  0x1.2492492bda33p-3, -0x1.5555555518bf7p-3, 0x1.9999999998355p-3,
                  -0x1.0000000000029p-2, 0x1.5555555555556p-2);
  }
};

template <class E> struct table_log2_tail;
/// log2(1 + x) on [-2.06e-2;3.125e-2], as x / log(2) + x^2 P(x^1): relative error below 2^-32.3.
template <> struct table_log2_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.211ed6p-2, -0x1.717212p-2, 0x1.ec713ap-2, -0x1.715476p-1);
  }
};

template <class E> struct table_log10_tail;
/// log10(1 + x) on [-2.06e-2;3.125e-2], as x / log(10) + x^2 P(x^1): relative error below 2^-32.1.
template <> struct table_log10_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.5e976cp-4, -0x1.bceeeep-4, 0x1.287ab8p-3, -0x1.bcb7bp-3);
  }
};

template <class E> struct native_log2_tail;
/// log2(1 + x) on [-0.29295;0.41426], as 0 + x^1 P(x^1): relative error below 2^-22.2.
template <> struct native_log2_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.2d6746p-3, 0x1.e0c9cep-3, -0x1.fd58cep-3, 0x1.25df8p-2, -0x1.70e41ep-2,
                  0x1.ec788p-2, -0x1.715526p-1, 0x1.715474p0);
  }
};

template <class E> struct log2_for_half;
/// log2(1 + x) on [-0.29295;0.41426], as 0 + x^1 P(x^1): relative error below 2^-14.2.
template <> struct log2_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.04e316p-2, -0x1.9049cp-2, 0x1.f0f41ep-2, -0x1.70ec7ep-1, 0x1.715144p0);
  }
};

template <class E> struct log2_for_power_of_half;
/// log2(1 + x) on [-0.29295;0.41426], as 0 + x^1 P(x^1): relative error below 2^-17.
template <> struct log2_for_power_of_half<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.a63a96p-3, 0x1.45d5p-2, -0x1.774adep-2, 0x1.eb5418p-2, -0x1.7141f2p-1,
                  0x1.7154e4p0);
  }
};
} // namespace abacus

#endif
