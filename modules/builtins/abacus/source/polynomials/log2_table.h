// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from log2_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_LOG2_TABLE_H
#define ABACUS_POLYNOMIALS_LOG2_TABLE_H

namespace abacus {

/// The bits of the least float m of the first of 16 intervals, whose bits differ in those from 19
/// up. In interval i, m log2_inverse[i] - 1 is between -0.02953 and 0.02973, and log2_upper[i] +
/// log2_lower[i] is -log2(log2_inverse[i]); the upper part is a multiple of 2^-15.
inline constexpr int log2_table_least = 0x3f330000, log2_table_shift = 19;
inline constexpr __constant float log2_inverse[16] = {
    0x1.6600000000000p+0, 0x1.5700000000000p+0, 0x1.4940000000000p+0, 0x1.3c80000000000p+0,
    0x1.30c0000000000p+0, 0x1.2600000000000p+0, 0x1.1bc0000000000p+0, 0x1.1240000000000p+0,
    0x1.0940000000000p+0, 0x1.0000000000000p+0, 0x1.e580000000000p-1, 0x1.ca80000000000p-1,
    0x1.b200000000000p-1, 0x1.9c00000000000p-1, 0x1.8880000000000p-1, 0x1.7680000000000p-1};
inline constexpr __constant float log2_upper[16] = {-0x1.ef70000000000p-2, -0x1.b030000000000p-2,
                                                    -0x1.73c0000000000p-2, -0x1.3968000000000p-2,
                                                    -0x1.0188000000000p-2, -0x1.98f0000000000p-3,
                                                    -0x1.3010000000000p-3, -0x1.96e0000000000p-4,
                                                    -0x1.a380000000000p-5, 0x0.0p+0,
                                                    0x1.3a00000000000p-4,  0x1.4610000000000p-3,
                                                    0x1.e850000000000p-3,  0x1.4108000000000p-2,
                                                    0x1.88a8000000000p-2,  0x1.ce00000000000p-2};
inline constexpr __constant float log2_lower[16] = {0x1.4c66b80000000p-17,  -0x1.befe060000000p-18,
                                                    -0x1.5258d40000000p-19, -0x1.e254e80000000p-21,
                                                    0x1.b28dbc0000000p-17,  0x1.17c40c0000000p-18,
                                                    -0x1.1f615a0000000p-17, -0x1.b759380000000p-17,
                                                    -0x1.dd9f780000000p-22, 0x0.0p+0,
                                                    0x1.9ead400000000p-17,  0x1.8e55ec0000000p-17,
                                                    0x1.f4f4d80000000p-17,  -0x1.fe83c20000000p-18,
                                                    -0x1.2903560000000p-19, 0x1.a12f5e0000000p-18};

} // namespace abacus

#endif
