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
    0x1.6600000000000p+0, 0x1.5700000000000p+0, 0x1.4940000000000p+0, 0x1.3c80000000000p+0,
    0x1.30c0000000000p+0, 0x1.2600000000000p+0, 0x1.1bc0000000000p+0, 0x1.1240000000000p+0,
    0x1.0940000000000p+0, 0x1.0000000000000p+0, 0x1.e580000000000p-1, 0x1.ca80000000000p-1,
    0x1.b200000000000p-1, 0x1.9c00000000000p-1, 0x1.8880000000000p-1, 0x1.7680000000000p-1};
inline constexpr __constant double double_log2_upper[16] = {
    -0x1.ef6d673290000p-2, -0x1.b031befe08000p-2,
    -0x1.73c0a92c6c000p-2, -0x1.39683c4a9c000p-2,
    -0x1.01849ae488000p-2, -0x1.98edd077e8000p-3,
    -0x1.30147d8568000p-3, -0x1.96edbac9c0000p-4,
    -0x1.a380eecfc0000p-5, 0x0.0p+0,
    0x1.3a0cf56a00000p-4,  0x1.46163957b0000p-3,
    0x1.e857d3d360000p-3,  0x1.4106017c40000p-2,
    0x1.88a76b7e54000p-2,  0x1.ce01a12f5c000p-2};
inline constexpr __constant double double_log2_lower[16] = {
    0x1.ddf82e1fe57c7p-42,  0x1.bcb999fe93d45p-42,
    0x1.d9d08427cdb55p-42,  -0x1.d33642a048025p-43,
    -0x1.fa1f67cf926cbp-45, 0x1.e41fa0a62e6aep-44,
    -0x1.d1a78f54076dbp-42, -0x1.958a73689846ap-42,
    0x1.f38b72c9d8e90p-44,  0x0.0p+0,
    0x1.b12a90d3a7915p-42,  -0x1.fa4a9eb6b8621p-44,
    0x1.367bde40c5e6dp-43,  -0x1.35d71963580bap-42,
    0x1.38b2546b396e9p-43,  0x1.8d11f5fdec0d4p-42};
/// m inverse[i] - 1 is between -0.02953 and 0.02973; upper[i] is a multiple of 2^-40.
template <> struct log2_table<double> {
  static constexpr long least = 0x3fe6600000000000;
  static constexpr int shift = 48;
  static const __constant double* inverse() { return double_log2_inverse; }
  static const __constant double* upper() { return double_log2_upper; }
  static const __constant double* lower() { return double_log2_lower; }
};

} // namespace abacus

#endif
