// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from log2_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_LOG2_TABLE_H
#define ABACUS_POLYNOMIALS_LOG2_TABLE_H

namespace abacus {

/// Inverses of numbers m, one for each of 16 intervals, and their logarithms. `least` has the bits
/// of the least m of the first interval; the bits from `shift` up tell the intervals apart.
/// upper[i] + lower[i] is -log2(inverse[i]).
template <class E> struct log2_table;

inline constexpr __constant double double_log2_inverse[16] = {
    0x1.6000000000000p+0, 0x1.5800000000000p+0, 0x1.4800000000000p+0, 0x1.3800000000000p+0,
    0x1.3000000000000p+0, 0x1.2800000000000p+0, 0x1.1800000000000p+0, 0x1.1000000000000p+0,
    0x1.0800000000000p+0, 0x1.0000000000000p+0, 0x1.e000000000000p-1, 0x1.c000000000000p-1,
    0x1.b000000000000p-1, 0x1.a000000000000p-1, 0x1.8000000000000p-1, 0x1.7000000000000p-1};
inline constexpr __constant double double_log2_upper[16] = {
    -0x1.d6753e0330000p-2, -0x1.b47ebf7388000p-2,
    -0x1.6e221cd9d0000p-2, -0x1.24407ab0e0000p-2,
    -0x1.fbc16b9028000p-3, -0x1.acf5e2db50000p-3,
    -0x1.08c588cda8000p-3, -0x1.663f6fac90000p-4,
    -0x1.6bad3758e0000p-5, 0x0.0p+0,
    0x1.7d60496d00000p-4,  0x1.8a8980abf8000p-3,
    0x1.f5fd8a9060000p-3,  0x1.32bfee3710000p-2,
    0x1.a8ff971810000p-2,  0x1.e7df5fe538000p-2};
inline constexpr __constant double double_log2_lower[16] = {
    0x1.5f101c141e670p-42,  -0x1.50520a377c7ecp-45,
    -0x1.9bcaf1aa4168ap-43, -0x1.ce60916e52e91p-44,
    0x1.7f5dc57266758p-43,  0x1.36c101ee13440p-43,
    0x1.871a7610e40bdp-45,  -0x1.3167ccc538261p-44,
    -0x1.fb0e626c0de13p-42, 0x0.0p+0,
    -0x1.12ce6312ebb82p-42, 0x1.e9933354dbf17p-42,
    0x1.f1a4847f7b278p-42,  -0x1.1979a5db68722p-42,
    0x1.4bc302ffa76fbp-43,  0x1.5669df6a2b592p-43};
/// m inverse[i] - 1 is between -0.04126 and 0.0426; upper[i] is a multiple of 2^-40.
template <> struct log2_table<double> {
  static constexpr long least = 0x3fe6880000000000;
  static constexpr int shift = 48;
  static const __constant double* inverse() { return double_log2_inverse; }
  static const __constant double* upper() { return double_log2_upper; }
  static const __constant double* lower() { return double_log2_lower; }
};

} // namespace abacus

#endif
