// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from gamma.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_GAMMA_H
#define ABACUS_POLYNOMIALS_GAMMA_H

#include "arithmetic/exact.h"

namespace abacus {

template <class E> struct gamma_factor;
/// P: relative error below 2^-31.3.
template <> struct gamma_factor<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.1c19e47869146p-6, -0x1.9d9d7f05df5c6p-6, 0x1.3a347c8f04b88p-5,
                  0x1.7c0e21e4feff3p-9, 0x1.6065ccf49b5dap-5, 0x1.363315683c765p-4,
                  0x1.3371487356c37p-3, 0x1.3834c03494a78p-2, 0x1.363a481abf7afp-1,
                  0x1.1e5d24415b633p-1);
  }
};
/// P: relative error below 2^-60.0.
template <> struct gamma_factor<double> {
  template <class T> static Twofold<T> of(Twofold<T> x) {
    return twofold_horner(x,
                          horner(x.hi, -0x1.3b616ed0089d6p-12, 0x1.1dee79a81c728p-9,
                                 -0x1.bc98913ba4c40p-8, 0x1.93785cf4719dcp-7, -0x1.ca415b32c361bp-7,
                                 0x1.41122ebc779f6p-7, -0x1.4bc5bc73a1a70p-9,
                                 -0x1.c11fc6ea97bf0p-10, 0x1.a08988c1a0ab3p-9,
                                 0x1.5b5cf3e814c4ep-13, 0x1.1ced89389b247p-9, 0x1.47e4ae5051da2p-8,
                                 0x1.3bffbe6911c3bp-7, 0x1.321d1da57addap-6, 0x1.34ba8a5ca4985p-5,
                                 0x1.3ac30305212ffp-4, 0x1.3327f96421a25p-3),
                          Twofold<double>{0x1.383754200f0f7p-2, 0x1.09cf676b9ca42p-60},
                          Twofold<double>{0x1.363a3cc2eafa3p-1, -0x1.5635597867842p-55},
                          Twofold<double>{0x1.1e5d246527aa6p-1, -0x1.c1ec61620a434p-56});
  }
};

template <class E> struct sine_factor;
/// S: relative error below 2^-35.1.
template <> struct sine_factor<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.cc9b5f3456b49p-8, 0x1.5014072bd9ca2p-4, -0x1.32d12ebe6b560p-1,
                  0x1.466bc06900900p+1, -0x1.4abbce51c31dap+2, 0x1.921fb54425516p+1);
  }
};
/// S: relative error below 2^-61.4.
template <> struct sine_factor<double> {
  template <class T> static Twofold<T> of(Twofold<T> x) {
    return twofold_horner(x,
                          horner(x.hi, 0x1.9d462020fcc78p-21, -0x1.6f7acdb8f6580p-16,
                                 0x1.e8f3675ee37ddp-12, -0x1.e3074dfaf87afp-8, 0x1.5078348551854p-4,
                                 -0x1.32d2cce627c86p-1),
                          Twofold<double>{0x1.466bc6775aa7dp+1, -0x1.c337707112176p-53},
                          Twofold<double>{-0x1.4abbce625be52p+2, -0x1.14b7148c83236p-52},
                          Twofold<double>{0x1.921fb54442d18p+1, 0x1.18e26d3ec321cp-53});
  }
};

template <class E> struct log_gamma_rest;
/// Q: relative error below 2^-32.7.
template <> struct log_gamma_rest<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.33e82ef912c45p-9, 0x1.4fda4019bb114p-10, 0x1.a1c458561ef70p-8,
                  0x1.2795da63768dbp-6, 0x1.5557033628646p-5, 0x1.555550dcad5d6p-4,
                  0x1.acfe390d90f1ap-2);
  }
};
/// Q: relative error below 2^-53.9.
template <> struct log_gamma_rest<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.2d50c12b8e6e3p-10, -0x1.212897e09e7cap-9, 0x1.2f6d6f95dbca8p-10,
                  0x1.af9f028fdc8d6p-11, -0x1.0d82c31fbd6dep-10, 0x1.25b9d32525123p-12,
                  0x1.18663ef0a17b1p-10, 0x1.24cf8842c59aap-10, 0x1.e11a06f70f291p-10,
                  0x1.9999a48e480e5p-8, 0x1.27d27d1625516p-6, 0x1.5555555572f9bp-5,
                  0x1.555555555541dp-4, 0x1.acfe390c97d69p-2);
  }
};

template <class E> struct log_gamma_factor;
/// R: relative error below 2^-31.5.
template <> struct log_gamma_factor<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.c6a5fe414bd99p-15, -0x1.6b4291429fde5p-14, 0x1.2ad2633df779dp-16,
                  -0x1.d9f5e4ffb0f49p-15, 0x1.014f5fdf9ef11p-12, -0x1.c2ff74bf00233p-12,
                  0x1.7b4a184c9da60p-11, -0x1.66752b73ea46ap-10, 0x1.585da2c749d55p-9,
                  -0x1.4ecb8724df8d1p-8, 0x1.4f3221367a9e5p-7, -0x1.5f02361af441cp-6,
                  0x1.8bc08af889c5cp-5, -0x1.0092311111b6ap-3, 0x1.d4c5c02fd3be5p-2);
  }
};
/// R: relative error below 2^-53.7.
template <> struct log_gamma_factor<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.d07c47092bed1p-25, -0x1.3f6ec522a85dep-24, -0x1.1fbe6096529d6p-23,
                  0x1.327c4bb302b58p-23, 0x1.604fd9dac76ffp-22, -0x1.a084186be6152p-22,
                  -0x1.277ee2dae1041p-24, -0x1.c21a2022e0429p-24, 0x1.bb760b0a2cc61p-21,
                  -0x1.57e93dd548781p-20, 0x1.facc1cb9a84aep-20, -0x1.ce8103c00e9e7p-19,
                  0x1.a6236b5d5aa58p-18, -0x1.776e823585cedp-17, 0x1.4f4ef9c094acdp-16,
                  -0x1.2d6da1de257f0p-15, 0x1.1023f51d1d3dap-14, -0x1.edd89ec75cea4p-14,
                  0x1.c2d2fe6a2de59p-13, -0x1.9e95a2e971678p-12, 0x1.80b971cf69a98p-11,
                  -0x1.69226738beff1p-10, 0x1.581f7d586d8e0p-9, -0x1.4eb2197716dbdp-8,
                  0x1.4f3372a6ce97ep-7, -0x1.5f029f8242b73p-6, 0x1.8bc0885a5b10ap-5,
                  -0x1.009230d25df4fp-3, 0x1.d4c5c0303a8f4p-2);
  }
};
} // namespace abacus

#endif
