// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from exp2_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_EXP2_TABLE_H
#define ABACUS_POLYNOMIALS_EXP2_TABLE_H

namespace abacus {

/// exp2_upper[i] + exp2_lower[i] is 2^(i / 16); exp2_ratio[i] is exp2_lower[i] / exp2_upper[i].
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
inline constexpr __constant double exp2_ratio[16] = {0x0.0p+0,
                                                     0x1.79aa65d837b6dp-54,
                                                     -0x1.01b15eaa59348p-55,
                                                     0x1.68efde3a8a894p-54,
                                                     0x1.34d754db0abb6p-55,
                                                     0x1.59f48a72a4c6dp-55,
                                                     0x1.690cebb7aafb0p-56,
                                                     0x1.063e1e21c5409p-54,
                                                     -0x1.3b3efbf5e2228p-54,
                                                     -0x1.b32dcb94da51dp-56,
                                                     0x1.db72fc1f0eab4p-55,
                                                     0x1.1affc2b91ce27p-56,
                                                     0x1.c1a7792cb3387p-55,
                                                     0x1.36eae30af0cb3p-56,
                                                     0x1.4a385a63d07a7p-56,
                                                     -0x1.ff7128fd391f0p-55};
/// exp2_of_float_upper[i] + exp2_of_float_lower[i] is 2^(i / 32), likewise.
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
inline constexpr __constant float exp2_of_float_ratio[32] = {0x0.0p+0,
                                                             -0x1.9474140000000p-25,
                                                             0x1.8d96d40000000p-25,
                                                             -0x1.dda2fc0000000p-25,
                                                             -0x1.9c0c220000000p-27,
                                                             -0x1.a2fbb20000000p-25,
                                                             0x1.9649040000000p-25,
                                                             -0x1.2b0dbc0000000p-25,
                                                             0x1.1250020000000p-25,
                                                             -0x1.cde8ce0000000p-26,
                                                             0x1.370be40000000p-25,
                                                             0x1.336de20000000p-30,
                                                             -0x1.0a35500000000p-25,
                                                             -0x1.c541b40000000p-26,
                                                             -0x1.00d8ac0000000p-27,
                                                             -0x1.6cb2840000000p-25,
                                                             0x1.26055c0000000p-26,
                                                             0x1.8b2bb80000000p-26,
                                                             -0x1.05cb440000000p-25,
                                                             -0x1.1c21420000000p-26,
                                                             0x1.67a1ca0000000p-28,
                                                             -0x1.348e560000000p-25,
                                                             0x1.a3b5e40000000p-28,
                                                             -0x1.0b7ec80000000p-25,
                                                             -0x1.f9c3040000000p-27,
                                                             -0x1.e4c8860000000p-26,
                                                             -0x1.6961b40000000p-28,
                                                             -0x1.b5151e0000000p-28,
                                                             -0x1.a5217c0000000p-28,
                                                             -0x1.ab71320000000p-26,
                                                             0x1.61428e0000000p-28,
                                                             -0x1.2ad5f80000000p-27};
/// Numbers of whose bits those of 2^(i / 8) are i << (mantissa - 3) more, and what that power has
/// beyond the nearest number, relative to it.
inline constexpr __constant float float_exp2_of_eighth_bits[8] = {
    0x1.0000000000000p+0, 0x1.f72b840000000p-1, 0x1.f06fe00000000p-1, 0x1.ebfdae0000000p-1,
    0x1.ea09e60000000p-1, 0x1.eace540000000p-1, 0x1.ee89fa0000000p-1, 0x1.f5818e0000000p-1};
inline constexpr __constant float float_exp2_of_eighth_ratio[8] = {0x0.0p+0,
                                                                   -0x1.9c0c220000000p-27,
                                                                   0x1.1250020000000p-25,
                                                                   -0x1.0a35500000000p-25,
                                                                   0x1.26055c0000000p-26,
                                                                   0x1.67a1ca0000000p-28,
                                                                   -0x1.f9c3040000000p-27,
                                                                   -0x1.a5217c0000000p-28};
inline constexpr __constant double double_exp2_of_eighth_bits[8] = {
    0x1.0000000000000p+0, 0x1.f72b83c7d517bp-1, 0x1.f06fe0a31b715p-1, 0x1.ebfdad5362a27p-1,
    0x1.ea09e667f3bcdp-1, 0x1.eace5422aa0dbp-1, 0x1.ee89f995ad3adp-1, 0x1.f5818dcfba487p-1};
inline constexpr __constant double double_exp2_of_eighth_ratio[8] = {0x0.0p+0,
                                                                     -0x1.01b1500000000p-55,
                                                                     0x1.34d7500000000p-55,
                                                                     0x1.690ce00000000p-56,
                                                                     -0x1.3b3ef00000000p-54,
                                                                     0x1.db72f00000000p-55,
                                                                     0x1.c1a7700000000p-55,
                                                                     0x1.4a38500000000p-56};
template <class E> struct exp2_of_eighths;
template <> struct exp2_of_eighths<float> {
  static const __constant float* bits() { return float_exp2_of_eighth_bits; }
  static const __constant float* ratio() { return float_exp2_of_eighth_ratio; }
};
template <> struct exp2_of_eighths<double> {
  static const __constant double* bits() { return double_exp2_of_eighth_bits; }
  static const __constant double* ratio() { return double_exp2_of_eighth_ratio; }
};

} // namespace abacus

#endif
