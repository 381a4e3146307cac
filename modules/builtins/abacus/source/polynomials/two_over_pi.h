// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from two_over_pi.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_TWO_OVER_PI_H
#define ABACUS_POLYNOMIALS_TWO_OVER_PI_H

namespace abacus {

inline constexpr __constant float two_over_pi_float[23] = {
    0x1.45f3060000000p-1f, 0x1.f306dc0000000p-1f, 0x1.06dc9c0000000p-1f, 0x1.b939100000000p-2f,
    0x1.3910540000000p-2f, 0x1.1054a40000000p-2f, 0x1.529fc00000000p-4f, 0x1.4fe1380000000p-3f,
    0x1.f84eae0000000p-1f, 0x1.3abe880000000p-3f, 0x1.5f47d40000000p-2f, 0x1.a3ea680000000p-1f,
    0x1.ea69ba0000000p-1f, 0x1.a6ee000000000p-3f, 0x1.bb81b60000000p-1f, 0x1.81b6c40000000p-1f,
    0x1.b6c52a0000000p-1f, 0x1.8a56640000000p-2f, 0x1.2b32780000000p-1f, 0x1.3278860000000p-1f,
    0x1.e21c800000000p-3f, 0x1.0e41040000000p-2f, 0x1.2083fc0000000p-1f};
inline constexpr __constant double two_over_pi_double[71] = {
    0x1.45f306dc9c880p-1, 0x1.06dc9c882a520p-1, 0x1.391054a7f09c0p-2, 0x1.529fc2757d100p-4,
    0x1.f84eafa3ea680p-1, 0x1.5f47d4d377000p-2, 0x1.ea69bb81b6c40p-1, 0x1.bb81b6c52b320p-1,
    0x1.b6c52b3278860p-1, 0x1.2b32788720820p-1, 0x1.e21c820ff2880p-3, 0x1.2083fca2c7560p-1,
    0x1.fca2c757bd760p-1, 0x1.8eaf7aef15840p-2, 0x1.bd778ac36e480p-1, 0x1.8ac36e48dc740p-1,
    0x1.6e48dc74849a0p-1, 0x1.b8e909374b800p-2, 0x1.09374b8019240p-2, 0x1.a5c00c925dd40p-1,
    0x1.924bba8274400p-6, 0x1.77504e8c90e00p-3, 0x1.3a32439fc3a00p-5, 0x1.2439fc3bd6380p-1,
    0x1.fc3bd63962520p-1, 0x1.d63962534e7c0p-1, 0x1.62534e7dd1040p-1, 0x1.4e7dd1046bea0p-1,
    0x1.d1046bea5d760p-1, 0x1.afa975da24200p-3, 0x1.75da24274ce00p-3, 0x1.1213a671c0980p-2,
    0x1.d338e04d68be0p-1, 0x1.c09ad17df9040p-2, 0x1.68befc8273220p-1, 0x1.f904e64758e40p-2,
    0x1.cc8eb1cc1a980p-3, 0x1.ac7306a673e80p-1, 0x1.06a673e939080p-1, 0x1.cfa4e422fc580p-3,
    0x1.3908bf177bf20p-1, 0x1.7e2ef7e4a0ec0p-2, 0x1.7bf250763ff00p-1, 0x1.41d8ffc4bff80p-3,
    0x1.ff897ffde0500p-4, 0x1.2fffbc0b301e0p-1, 0x1.bc0b301fde5e0p-1, 0x1.301fde5e23160p-1,
    0x1.de5e2316b4140p-1, 0x1.18b5a0a6d1f00p-4, 0x1.6829b47db4d80p-2, 0x1.b47db4d9fb3c0p-2,
    0x1.b4d9fb3c9f2c0p-2, 0x1.fb3c9f2c26dc0p-2, 0x1.3e584dba7a300p-3, 0x1.36e9e8c7ecc00p-5,
    0x1.3d18fd9a797c0p-2, 0x1.fb34f2ff51680p-3, 0x1.3cbfd45aea4e0p-1, 0x1.d45aea4f758e0p-1,
    0x1.d49eeb1faf940p-2, 0x1.758fd7cbe2f60p-1, 0x1.d7cbe2f67a0e0p-1, 0x1.e2f67a0e73ee0p-1,
    0x1.e839cfbc52900p-3, 0x1.cfbc529497500p-3, 0x1.14a525d4d7f60p-1, 0x1.25d4d7f6bf620p-1,
    0x1.afed7ec47e340p-2, 0x1.7ec47e3574200p-2, 0x1.f8d5d08560300p-4};

} // namespace abacus

#endif
