// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from exp.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_EXP_H
#define ABACUS_POLYNOMIALS_EXP_H

#include "arithmetic/polynomial.h"

namespace abacus {

template <class E> struct exp_tail;
/// exp(x) on [-0.34668;0.34668], as 1 + x + x^2 P(x^1): relative error below 2^-28.1.
template <> struct exp_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.694cc6p-10, 0x1.123986p-7, 0x1.555a26p-5, 0x1.555492p-3, 0x1.fffffap-2);
  }
};
/// exp(x) on [-0.34668;0.34668], as 1 + x + x^2 P(x^1): relative error below 2^-57.8.
template <> struct exp_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.ad935b5dc2b88p-26, 0x1.28ae0d1a00821p-22, 0x1.71df18c1cad32p-19,
                  0x1.a019994fb0d5ep-16, 0x1.a01a012ff8c88p-13, 0x1.6c16c1847b872p-10,
                  0x1.1111111126b2ep-7, 0x1.55555555506afp-5, 0x1.55555555554fep-3,
                  0x1.000000000000ap-1);
  }
};

template <class E> struct exp2_rest;
/// 2^x on [-0.5;0.5], as 1 + x * log(2) + x^2 P(x^1): relative error below 2^-28.2.
template <> struct exp2_rest<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.416f8cp-13, 0x1.5f041ap-10, 0x1.3b2ddcp-7, 0x1.c6af88p-5, 0x1.ebfbdcp-3);
  }
};
/// 2^x on [-0.5;0.5], as 1 + x * log(2) + x^2 P(x^1): relative error below 2^-57.9.
template <> struct exp2_rest<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.e7c47484b6fe5p-32, 0x1.e617aac626b9p-28, 0x1.b526547828ac7p-24,
                  0x1.62bfc9fbd9333p-20, 0x1.ffcbfbc701b42p-17, 0x1.4309130dc287cp-13,
                  0x1.5d87fe78c39c2p-10, 0x1.3b2ab6fba07a3p-7, 0x1.c6b08d704a045p-5,
                  0x1.ebfbdff82c5a1p-3);
  }
};

template <class E> struct exp10_rest;
/// 10^x on [-0.15057;0.15057], as 1 + x * log(10) + x^2 P(x^1): relative error below 2^-28.1.
template <> struct exp10_rest<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.a44232p-3, 0x1.1555e4p-1, 0x1.2bdc12p0, 0x1.046fc4p1, 0x1.535248p1);
  }
};
/// 10^x on [-0.15057;0.15057], as 1 + x * log(10) + x^2 P(x^1): relative error below 2^-57.9.
template <> struct exp10_rest<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.f9b8944fda40cp-13, 0x1.2f7212742abd5p-10, 0x1.489899edd0654p-8,
                  0x1.4116609866d7bp-6, 0x1.16e4df729806ep-4, 0x1.a7ed70a06897p-3,
                  0x1.1429ffd1ec428p-1, 0x1.2bd7609fd55ccp0, 0x1.0470591de2c5dp1,
                  0x1.53524c73cea75p1);
  }
};

template <class E> struct exp2_tail;
/// 2^x on [-0.5;0.5], as 1 + x^1 P(x^1): relative error below 2^-28.
template <> struct exp2_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.3fa206p-13, 0x1.5f0b82p-10, 0x1.3b30ap-7, 0x1.c6af76p-5, 0x1.ebfbd8p-3,
                  0x1.62e43p-1);
  }
};
/// 2^x on [-0.5;0.5], as 1 + x^1 P(x^1): relative error below 2^-57.2.
template <> struct exp2_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.e973179a976cap-32, 0x1.e61d4332c281dp-28, 0x1.b52522bc15a1fp-24,
                  0x1.62bfc6596b96ap-20, 0x1.ffcbfc6685f09p-17, 0x1.4309130f6cbdcp-13,
                  0x1.5d87fe789e96fp-10, 0x1.3b2ab6fb9fda6p-7, 0x1.c6b08d704a12cp-5,
                  0x1.ebfbdff82c5a6p-3, 0x1.62e42fefa39efp-1);
  }
};

template <class E> struct expm1_tail;
/// expm1(x) on [-0.34668;0.34668], as x + x^2 P(x^1): relative error below 2^-26.
template <> struct expm1_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.6b736p-10, 0x1.12279ap-7, 0x1.555716p-5, 0x1.5554bp-3, 0x1.fffffep-2);
  }
};
/// expm1(x) on [-0.34668;0.34668], as x + x^2 P(x^1): relative error below 2^-61.5.
template <> struct expm1_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.1f1a30d9f2704p-29, 0x1.af5f276a9d964p-26, 0x1.27e5133ba4431p-22,
                  0x1.71ddf811d27e2p-19, 0x1.a01a018e0ebf7p-16, 0x1.a01a01b002befp-13,
                  0x1.6c16c16c1aafep-10, 0x1.111111110f656p-7, 0x1.555555555554dp-5,
                  0x1.5555555555559p-3, 0x1p-1);
  }
};

template <class E> struct exp_tail_of_square;
/// expm1(x) on [-0.34668;0.34668], as x + x^2 / 2 + x^3 P(x^1): relative error below 2^-30.9.
template <> struct exp_tail_of_square<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.a22dc2p-13, 0x1.6d412p-10, 0x1.11100cp-7, 0x1.5554f2p-5, 0x1.555556p-3);
  }
};
/// expm1(x) on [-0.34668;0.34668], as x + x^2 / 2 + x^3 P(x^1): relative error below 2^-61.4.
template <> struct exp_tail_of_square<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.1f044128be843p-29, 0x1.af5f33a51a44ap-26, 0x1.27e521bc2fc85p-22,
                  0x1.71ddf80b3a904p-19, 0x1.a01a0187306ddp-16, 0x1.a01a01b00506cp-13,
                  0x1.6c16c16c1c0cdp-10, 0x1.111111110f652p-7, 0x1.555555555554ap-5,
                  0x1.5555555555559p-3);
  }
};

template <class E> struct exp2_for_float;
/// 2^x on [-0.5;0.5], as 1 + x^1 P(x^1): relative error below 2^-28.9.
template <> struct exp2_for_float<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.41fbbcd9119a2p-13, 0x1.5f3e52f0b3624p-10, 0x1.3b2d4cf09c4cp-7,
                  0x1.c6aee88e9958bp-5, 0x1.ebfbdc3c31cb7p-3, 0x1.62e430af270b1p-1);
  }
};

template <class E> struct step_exp_tail;
/// exp(x) on [-1.0845e-2;1.0845e-2], as 1 + x^1 P(x^1): relative error below 2^-33.2.
template <> struct step_exp_tail<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.555594p-3, 0x1.000088p-1, 0x1p0); }
};
/// exp(x) on [-2.17042e-2;2.17042e-2], as 1 + x^1 P(x^1): relative error below 2^-56.9.
template <> struct step_exp_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.6c15972175f2p-10, 0x1.11126f46a29cbp-7, 0x1.55555558274fp-5,
                  0x1.55555554054ddp-3, 0x1.fffffffffffcp-2, 0x1.000000000000ap0);
  }
};

template <class E> struct near_exp_tail;
/// exp(x) on [-2.17042e-2;2.17042e-2], as 1 + x + x^2 P(x^1): relative error below 2^-56.2.
template <> struct near_exp_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.6c14c5f814d0ep-10, 0x1.11123bdf9304cp-7, 0x1.555555590299ep-5,
                  0x1.555555548df2ap-3, 0x1.fffffffffffb8p-2);
  }
};

template <class E> struct near_expm1_tail;
/// expm1(x) on [-1.0845e-2;1.0845e-2], as x + x^2 P(x^1): relative error below 2^-35.5.
template <> struct near_expm1_tail<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.5555b8p-5, 0x1.5555c2p-3, 0x1p-1); }
};
/// expm1(x) on [-2.17042e-2;2.17042e-2], as x + x^2 P(x^1): relative error below 2^-59.6.
template <> struct near_expm1_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.a01a6e458208ap-13, 0x1.6c182971997a2p-10, 0x1.1111111151f77p-7,
                  0x1.55555554a00f7p-5, 0x1.5555555555551p-3, 0x1.0000000000003p-1);
  }
};

template <class E> struct near_exp2_tail;
/// 2^x on [-1.57e-2;1.57e-2], as 1 + x^1 P(x^1): relative error below 2^-33.
template <> struct near_exp2_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.c69d56p-5, 0x1.ebfce8p-3, 0x1.62e43p-1);
  }
};
/// 2^x on [-3.13125e-2;3.13125e-2], as 1 + x^1 P(x^1): relative error below 2^-56.9.
template <> struct near_exp2_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.43080882fdb39p-13, 0x1.5d89be6baa313p-10, 0x1.3b2ab6fe41e34p-7,
                  0x1.c6b08d6e8b56bp-5, 0x1.ebfbdff82c551p-3, 0x1.62e42fefa39fdp-1);
  }
};

template <class E> struct eighth_exp2_tail;
/// 2^x on [-6.27e-2;6.27e-2], as 1 + x^1 P(x^1): relative error below 2^-32.1.
template <> struct eighth_exp2_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.3b089cp-7, 0x1.c6b8f4p-5, 0x1.ebfbe2p-3, 0x1.62e43p-1);
  }
};
/// 2^x on [-6.27e-2;6.27e-2], as 1 + x^1 P(x^1): relative error below 2^-58.1.
template <> struct eighth_exp2_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.ffdd0cb14cf8cp-17, 0x1.430e6ed29f5c4p-13, 0x1.5d87fe422b6f5p-10,
                  0x1.3b2ab6ef22b68p-7, 0x1.c6b08d704b1ap-5, 0x1.ebfbdff82c7a2p-3,
                  0x1.62e42fefa39efp-1);
  }
};

template <class E> struct near_exp2_rest;
/// 2^x on [-3.13125e-2;3.13125e-2], as 1 + x * log(2) + x^2 P(x^1): relative error below 2^-66.2.
template <> struct near_exp2_rest<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.ffcaea6e8a8a1p-17, 0x1.430a69dfbfe48p-13, 0x1.5d87fe7a40f7bp-10,
                  0x1.3b2ab6fadc94ep-7, 0x1.c6b08d704a0aap-5, 0x1.ebfbdff82c597p-3);
  }
};

template <class E> struct eighth_exp2_rest;
/// 2^x on [-6.27e-2;6.27e-2], as 1 + x * log(2) + x^2 P(x^1): relative error below 2^-65.7.
template <> struct eighth_exp2_rest<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.6218367706ce7p-20, 0x1.ffd3052907fafp-17, 0x1.430915b4e2678p-13,
                  0x1.5d87fe6fa658fp-10, 0x1.3b2ab6fb9de5dp-7, 0x1.c6b08d704a19dp-5,
                  0x1.ebfbdff82c59p-3);
  }
};

template <class E> struct near_exp10_tail;
/// 10^x on [-4.75e-3;4.75e-3], as 1 + x^1 P(x^1): relative error below 2^-32.6.
template <> struct near_exp10_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.04387cp1, 0x1.535304p1, 0x1.26bb1cp1);
  }
};
/// 10^x on [-9.4261e-3;9.4261e-3], as 1 + x^1 P(x^1): relative error below 2^-56.9.
template <> struct near_exp10_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.a7ec13465a3adp-3, 0x1.142b61e6a9221p-1, 0x1.2bd760a255bd3p0,
                  0x1.0470591ce29b4p1, 0x1.53524c73cea3ep1, 0x1.26bb1bbb55521p1);
  }
};

template <class E> struct native_exp2_tail;
/// 2^x on [-0.5;0.5], as 1 + x^1 P(x^1): relative error below 2^-23.3.
template <> struct native_exp2_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.5bfd58p-10, 0x1.3ceaf8p-7, 0x1.c6b69ap-5, 0x1.ebf9bap-3, 0x1.62e42ap-1);
  }
};

template <class E> struct exp2_for_half;
/// 2^x on [-0.5;0.5], as 1 + x^1 P(x^1): relative error below 2^-13.2.
template <> struct exp2_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.c2a254p-5, 0x1.f00c4cp-3, 0x1.62f5fap-1);
  }
};

template <class E> struct expm1_for_half;
/// expm1(x) on [-0.34668;0.34668], as x + x^2 P(x^1): relative error below 2^-21.
template <> struct expm1_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.113a24p-7, 0x1.570598p-5, 0x1.55563p-3, 0x1.fffe6ep-2);
  }
};

template <class E> struct sinh_tail;
/// sinh(x) on [9.31323e-10;0.34668], as x + x^3 P(x^2): relative error below 2^-34.1.
template <> struct sinh_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.a28f4p-13, 0x1.110fe2p-7, 0x1.555556p-3);
  }
};
/// sinh(x) on [9.31323e-10;0.34668], as x + x^3 P(x^2): relative error below 2^-61.6.
template <> struct sinh_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.af5f31f8e1f78p-26, 0x1.71ddf80c529f7p-19, 0x1.a01a01b004908p-13,
                  0x1.111111110f653p-7, 0x1.5555555555559p-3);
  }
};

template <class E> struct cosh_tail;
/// cosh(x) on [9.31323e-10;0.34668], as 1 + x^2 P(x^2): relative error below 2^-33.2.
template <> struct cosh_tail<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.6d515p-10, 0x1.5554e4p-5, 0x1p-1); }
};
/// cosh(x) on [9.31323e-10;0.34668], as 1 + x^2 P(x^2): relative error below 2^-69.9.
template <> struct cosh_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.1f8bad0ec4f9dp-29, 0x1.27e4cc2b91906p-22, 0x1.a01a01ad75642p-16,
                  0x1.6c16c16c1500ep-10, 0x1.5555555555558p-5, 0x1p-1);
  }
};

template <class E> struct near_sinh_tail;
/// sinh(x) on [9.31323e-10;1], as x + x^3 P(x^2): relative error below 2^-61.5.
template <> struct near_sinh_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.b52ebddfb4a56p-41, 0x1.6118df717736cp-33, 0x1.ae646b4d5f194p-26,
                  0x1.71de3a40565e2p-19, 0x1.a01a01a0318d8p-13, 0x1.111111111104p-7,
                  0x1.5555555555556p-3);
  }
};

template <class E> struct near_tanh_tail;
/// tanh(x) on [9.31323e-10;0.5625], as x + x^3 P(x^2): relative error below 2^-29.4.
template <> struct near_tanh_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.94bf44p-8, 0x1.58226p-6, -0x1.b9075ap-5, 0x1.110c64p-3, -0x1.555548p-2);
  }
};
/// tanh(x) on [9.31323e-10;0.75], as x + x^3 P(x^2): relative error below 2^-59.2.
template <> struct near_tanh_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.8ef15ab6285d8p-20, 0x1.3e92ef27ba732p-17, -0x1.1a065b9613e6cp-15,
                  0x1.87f08da0c013fp-14, -0x1.f25434d311d57p-13, 0x1.35196cbc46658p-11,
                  -0x1.7d9c7b3ecf34bp-10, 0x1.d6d3487b2da92p-9, -0x1.226e31ccb6e85p-7,
                  0x1.664f4863ed5fap-6, -0x1.ba1ba1b97e48fp-5, 0x1.111111111046cp-3,
                  -0x1.555555555554ap-2);
  }
};

template <class E> struct cosh_for_half;
/// cosh(x) on [9.31323e-10;0.34668], as 1 + x^2 P(x^2): relative error below 2^-23.3.
template <> struct cosh_for_half<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.573c1p-5, 0x1.fffdcp-2); }
};

template <class E> struct sinh_for_half;
/// sinh(x) on [9.31323e-10;0.34668], as x + x^3 P(x^1): relative error below 2^-15.5.
template <> struct sinh_for_half<float> {
  template <class T> static T of(T x) { return horner(x, 0x1.5708bcp-3); }
};

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
