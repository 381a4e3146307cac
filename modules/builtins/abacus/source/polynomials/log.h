// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from log.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_LOG_H
#define ABACUS_POLYNOMIALS_LOG_H

#include "arithmetic/polynomial.h"

namespace abacus {

template <class E> struct log_tail;
/// log1p(x) on [-0.29295;0.41426], as x + x^2 P(x^1): relative error below 2^-27.8.
template <> struct log_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.384816p-4, 0x1.0861cep-3, -0x1.0f3ff6p-3, 0x1.226decp-3, -0x1.5425bep-3,
                  0x1.99a41ap-3, -0x1.000432p-2, 0x1.55555p-2, -0x1.fffff8p-2);
  }
};

template <class E> struct log2_rest;
/// log2(1 + x) on [-0.29295;0.41426], as x / log(2) + x^2 P(x^1): relative error below 2^-27.6.
template <> struct log2_rest<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.c371f4p-4, 0x1.7e184ep-3, -0x1.877ep-3, 0x1.a2e556p-3, -0x1.eab108p-3,
                  0x1.277ef8p-2, -0x1.715acap-2, 0x1.ec7094p-2, -0x1.71547p-1);
  }
};

template <class E> struct log10_rest;
/// log10(1 + x) on [-0.29295;0.41426], as x / log(10) + x^2 P(x^1): relative error below 2^-27.7.
template <> struct log10_rest<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.0f00bcp-5, 0x1.cb67ap-5, -0x1.d76474p-5, 0x1.f8849ap-5, -0x1.276f4p-4,
                  0x1.63cf3ap-4, -0x1.bcbf2ap-4, 0x1.287a72p-3, -0x1.bcb7aap-3);
  }
};

template <class E> struct artanh_tail;
/// 2 * atanh(x) on [9.31323e-10;0.171875], as 2 * x + x^3 P(x^2): relative error below 2^-30.1.
template <> struct artanh_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.31e5dcp-2, 0x1.995eb8p-2, 0x1.55557ap-1);
  }
};
/// 2 * atanh(x) on [9.31323e-10;0.171875], as 2 * x + x^3 P(x^2): relative error below 2^-59.4.
template <> struct artanh_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.2f216eef1c68ep-3, 0x1.399f11f6afe13p-3, 0x1.74665809a1eeep-3,
                  0x1.c71c519507ea8p-3, 0x1.2492494278db5p-2, 0x1.999999997f49dp-2,
                  0x1.5555555555594p-1);
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

template <class E> struct near_log_tail;
/// log1p(x) on [-2.98e-2;2.98e-2], as x - x^2 / 2 + x^3 P(x^1): relative error below 2^-37.8.
template <> struct near_log_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.55b1cap-3, 0x1.99f704p-3, -0x1.fffff8p-3, 0x1.555552p-2);
  }
};
/// log1p(x) on [-2.98e-2;2.98e-2], as x - x^2 / 2 + x^3 P(x^1): relative error below 2^-68.4.
template <> struct near_log_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.73fdd1ff76f48p-4, -0x1.9a62b21719a0dp-4, 0x1.c71cf163f6499p-4,
                  -0x1.ffffd65608848p-4, 0x1.24924914e5accp-3, -0x1.5555555717f91p-3,
                  0x1.999999999b06fp-3, -0x1.fffffffffff36p-3, 0x1.5555555555555p-2);
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
