// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from gamma.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_GAMMA_H
#define ABACUS_POLYNOMIALS_GAMMA_H

#include "arithmetic/polynomial.h"

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
/// P: relative error below 2^-55.1.
template <> struct gamma_factor<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.dd926a717a3bcp-12, -0x1.2b8742847d65ap-9, 0x1.8bab7b64c213bp-8,
                  -0x1.47dedf8a301a0p-7, 0x1.8bc3a24af8429p-7, -0x1.44b7f50a385b1p-7,
                  0x1.b7e235eb2ffb6p-8, -0x1.08b0508475452p-10, 0x1.445a3f9da9c5bp-9,
                  0x1.440ac5f035df6p-8, 0x1.3c483d9bfab3ap-7, 0x1.3219301cb9e9cp-6,
                  0x1.34bab146d1696p-5, 0x1.3ac301fdc302fp-4, 0x1.3327f96896019p-3,
                  0x1.3837542003e6ep-2, 0x1.363a3cc2eb07dp-1, 0x1.1e5d246527aa5p-1);
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
