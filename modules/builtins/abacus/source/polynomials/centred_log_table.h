// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from centred_log_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_CENTRED_LOG_TABLE_H
#define ABACUS_POLYNOMIALS_CENTRED_LOG_TABLE_H

namespace abacus {

/// Inverses of numbers m, one for each of `count` intervals, of which one is around 1, and tables
/// of their logarithms. `least` has the bits of the least m of the first interval; the bits from
/// `shift` up tell the intervals apart. near[i] + rest[i] is minus the logarithm of inverse[i].
template <class E, int count> struct centred_intervals;
template <class E, int count> struct centred_natural_logs;
template <class E, int count> struct centred_binary_logs;

inline constexpr __constant float float_centred_inverse_8[8] = {
    0x1.6000000000000p+0, 0x1.4000000000000p+0, 0x1.2000000000000p+0, 0x1.1000000000000p+0,
    0x1.0000000000000p+0, 0x1.d000000000000p-1, 0x1.a000000000000p-1, 0x1.8000000000000p-1};
/// m inverse[i] - 1 is between -0.05957 and 0.06641.
template <> struct centred_intervals<float, 8> {
  static constexpr int least = 0x3f360000;
  static constexpr int shift = 20;
  static const __constant float* inverse() { return float_centred_inverse_8; }
};

inline constexpr __constant float float_centred_natural_near_8[8] = {-0x1.4618000000000p-2,
                                                                     -0x1.c900000000000p-3,
                                                                     -0x1.e270000000000p-4,
                                                                     -0x1.f0a0000000000p-5,
                                                                     0x0.0p+0,
                                                                     0x1.9330000000000p-4,
                                                                     0x1.a940000000000p-3,
                                                                     0x1.2698000000000p-2};
inline constexpr __constant float float_centred_natural_rest_8[8] = {-0x1.78438c0000000p-19,
                                                                     0x1.070cac0000000p-20,
                                                                     -0x1.db8abc0000000p-22,
                                                                     -0x1.86008c0000000p-20,
                                                                     0x0.0p+0,
                                                                     0x1.7975660000000p-18,
                                                                     -0x1.2c37520000000p-19,
                                                                     -0x1.deecb20000000p-18};
template <> struct centred_natural_logs<float, 8> {
  static const __constant float* near() { return float_centred_natural_near_8; }
  static const __constant float* rest() { return float_centred_natural_rest_8; }
};

inline constexpr __constant float float_centred_binary_near_8[8] = {-0x1.d674000000000p-2,
                                                                    -0x1.49a8000000000p-2,
                                                                    -0x1.5c00000000000p-3,
                                                                    -0x1.6640000000000p-4,
                                                                    0x0.0p+0,
                                                                    0x1.22d8000000000p-3,
                                                                    0x1.32c0000000000p-2,
                                                                    0x1.a900000000000p-2};
inline constexpr __constant float float_centred_binary_rest_8[8] = {-0x1.3e032e0000000p-18,
                                                                    0x1.ed0cba0000000p-20,
                                                                    -0x1.a39fbe0000000p-19,
                                                                    0x1.20a6de0000000p-21,
                                                                    0x0.0p+0,
                                                                    0x1.6e155a0000000p-18,
                                                                    -0x1.1c8f120000000p-22,
                                                                    -0x1.a39fbe0000000p-20};
template <> struct centred_binary_logs<float, 8> {
  static const __constant float* near() { return float_centred_binary_near_8; }
  static const __constant float* rest() { return float_centred_binary_rest_8; }
};

inline constexpr __constant double double_centred_inverse_8[8] = {
    0x1.6000000000000p+0, 0x1.4000000000000p+0, 0x1.2000000000000p+0, 0x1.1000000000000p+0,
    0x1.0000000000000p+0, 0x1.d000000000000p-1, 0x1.a000000000000p-1, 0x1.8000000000000p-1};
/// m inverse[i] - 1 is between -0.05957 and 0.06641.
template <> struct centred_intervals<double, 8> {
  static constexpr long least = 0x3fe6c00000000000;
  static constexpr int shift = 49;
  static const __constant double* inverse() { return double_centred_inverse_8; }
};

inline constexpr __constant double double_centred_binary_near_8[8] = {-0x1.d6753e0330000p-2,
                                                                      -0x1.49a784bcd0000p-2,
                                                                      -0x1.5c01a39fc0000p-3,
                                                                      -0x1.663f6fac90000p-4,
                                                                      0x0.0p+0,
                                                                      0x1.22dadc2ab0000p-3,
                                                                      0x1.32bfee3710000p-2,
                                                                      0x1.a8ff971810000p-2};
inline constexpr __constant double double_centred_binary_rest_8[8] = {0x1.5f101c141e670p-42,
                                                                      -0x1.b8afe492bf6ffp-42,
                                                                      0x1.4bc302ffa76fbp-42,
                                                                      -0x1.3167ccc538261p-44,
                                                                      0x0.0p+0,
                                                                      0x1.a4b69691d7994p-42,
                                                                      -0x1.1979a5db68722p-42,
                                                                      0x1.4bc302ffa76fbp-43};
template <> struct centred_binary_logs<double, 8> {
  static const __constant double* near() { return double_centred_binary_near_8; }
  static const __constant double* rest() { return double_centred_binary_rest_8; }
};

inline constexpr __constant double double_centred_inverse_16[16] = {
    0x1.6000000000000p+0, 0x1.5800000000000p+0, 0x1.4800000000000p+0, 0x1.3800000000000p+0,
    0x1.3000000000000p+0, 0x1.2000000000000p+0, 0x1.1800000000000p+0, 0x1.1000000000000p+0,
    0x1.0800000000000p+0, 0x1.0000000000000p+0, 0x1.e000000000000p-1, 0x1.c000000000000p-1,
    0x1.b000000000000p-1, 0x1.a000000000000p-1, 0x1.8000000000000p-1, 0x1.7000000000000p-1};
/// m inverse[i] - 1 is between -0.04126 and 0.0426.
template <> struct centred_intervals<double, 16> {
  static constexpr long least = 0x3fe6880000000000;
  static constexpr int shift = 48;
  static const __constant double* inverse() { return double_centred_inverse_16; }
};

inline constexpr __constant double double_centred_binary_near_16[16] = {
    -0x1.d6753e0330000p-2, -0x1.b47ebf7388000p-2,
    -0x1.6e221cd9d0000p-2, -0x1.24407ab0e0000p-2,
    -0x1.fbc16b9028000p-3, -0x1.5c01a39fc0000p-3,
    -0x1.08c588cda8000p-3, -0x1.663f6fac90000p-4,
    -0x1.6bad3758e0000p-5, 0x0.0p+0,
    0x1.7d60496d00000p-4,  0x1.8a8980abf8000p-3,
    0x1.f5fd8a9060000p-3,  0x1.32bfee3710000p-2,
    0x1.a8ff971810000p-2,  0x1.e7df5fe538000p-2};
inline constexpr __constant double double_centred_binary_rest_16[16] = {
    0x1.5f101c141e670p-42,  -0x1.50520a377c7ecp-45,
    -0x1.9bcaf1aa4168ap-43, -0x1.ce60916e52e91p-44,
    0x1.7f5dc57266758p-43,  0x1.4bc302ffa76fbp-42,
    0x1.871a7610e40bdp-45,  -0x1.3167ccc538261p-44,
    -0x1.fb0e626c0de13p-42, 0x0.0p+0,
    -0x1.12ce6312ebb82p-42, 0x1.e9933354dbf17p-42,
    0x1.f1a4847f7b278p-42,  -0x1.1979a5db68722p-42,
    0x1.4bc302ffa76fbp-43,  0x1.5669df6a2b592p-43};
template <> struct centred_binary_logs<double, 16> {
  static const __constant double* near() { return double_centred_binary_near_16; }
  static const __constant double* rest() { return double_centred_binary_rest_16; }
};

} // namespace abacus

#endif
