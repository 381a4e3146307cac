// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from exp2_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_EXP2_TABLE_H
#define ABACUS_POLYNOMIALS_EXP2_TABLE_H

namespace abacus {

/// exp2_upper[i] + exp2_lower[i] is 2^(i / 16).
inline constexpr __constant double exp2_upper[16] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0};
inline constexpr __constant double exp2_lower[16] = {0x0.0p+0,
                                                     0x1.8a62e4adc610bp-54,
                                                     -0x1.19041b9d78a76p-55,
                                                     0x1.9b07eb6c70573p-54,
                                                     0x1.6f46ad23182e4p-55,
                                                     0x1.ada0911f09ebcp-55,
                                                     0x1.d4397afec42e2p-56,
                                                     0x1.6324c054647adp-54,
                                                     -0x1.bdd3413b26456p-54,
                                                     -0x1.41577ee04992fp-55,
                                                     0x1.6e9f156864b27p-54,
                                                     0x1.c7c46b071f2bep-56,
                                                     0x1.7a1cd345dcc81p-54,
                                                     0x1.11065895048ddp-55,
                                                     0x1.2ed02d75b3707p-55,
                                                     -0x1.e9c23179c2893p-54};
/// exp2_of_float_upper[i] + exp2_of_float_lower[i] is 2^(i / 32).
inline constexpr __constant float exp2_of_float_upper[32] = {
    0x1.0000000000000p+0, 0x1.059b0e0000000p+0, 0x1.0b55860000000p+0, 0x1.11301e0000000p+0,
    0x1.172b840000000p+0, 0x1.1d48740000000p+0, 0x1.2387a60000000p+0, 0x1.29e9e00000000p+0,
    0x1.306fe00000000p+0, 0x1.371a740000000p+0, 0x1.3dea640000000p+0, 0x1.44e0860000000p+0,
    0x1.4bfdae0000000p+0, 0x1.5342b60000000p+0, 0x1.5ab07e0000000p+0, 0x1.6247ec0000000p+0,
    0x1.6a09e60000000p+0, 0x1.71f75e0000000p+0, 0x1.7a11480000000p+0, 0x1.82589a0000000p+0,
    0x1.8ace540000000p+0, 0x1.93737c0000000p+0, 0x1.9c49180000000p+0, 0x1.a5503c0000000p+0,
    0x1.ae89fa0000000p+0, 0x1.b7f7700000000p+0, 0x1.c199be0000000p+0, 0x1.cb720e0000000p+0,
    0x1.d5818e0000000p+0, 0x1.dfc9740000000p+0, 0x1.ea4afa0000000p+0, 0x1.f507660000000p+0};
inline constexpr __constant float exp2_of_float_lower[32] = {0x0.0p+0,
                                                             -0x1.9d4f520000000p-25,
                                                             0x1.9f31220000000p-25,
                                                             -0x1.fdb4960000000p-25,
                                                             -0x1.c157420000000p-27,
                                                             -0x1.d2e8ca0000000p-25,
                                                             0x1.ceac480000000p-25,
                                                             -0x1.5c04240000000p-25,
                                                             0x1.4636e20000000p-25,
                                                             -0x1.18aac60000000p-25,
                                                             0x1.8246840000000p-25,
                                                             0x1.8624b40000000p-30,
                                                             -0x1.593abc0000000p-25,
                                                             -0x1.2c56100000000p-25,
                                                             -0x1.5bd5ec0000000p-27,
                                                             -0x1.f8b5500000000p-25,
                                                             0x1.9fcef40000000p-26,
                                                             0x1.1d8bee0000000p-25,
                                                             -0x1.829fd00000000p-25,
                                                             -0x1.accc7c0000000p-26,
                                                             0x1.15506e0000000p-27,
                                                             -0x1.e647440000000p-25,
                                                             0x1.51f8480000000p-27,
                                                             -0x1.b83b540000000p-25,
                                                             -0x1.a94b140000000p-26,
                                                             -0x1.a094380000000p-25,
                                                             -0x1.3d56b20000000p-27,
                                                             -0x1.8837cc0000000p-27,
                                                             -0x1.822dbc0000000p-27,
                                                             -0x1.908c940000000p-25,
                                                             0x1.52486c0000000p-27,
                                                             -0x1.246eb00000000p-26};

} // namespace abacus

#endif
