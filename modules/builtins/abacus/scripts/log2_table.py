#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/log2_table.h: numbers around which powers of floats take logarithms, one for each interval of
floats that starts at LEAST and is as long as 2^-4 of a power of two."""
import struct

import mpmath

mpmath.mp.dps = 40
COUNT, BITS = 16, 4
LEAST = 0x3F330000
STEP = 1 << (23 - BITS)
# Bits of an inverse, whose product with a float two floats hold in any case; and the last bit of the higher part of a
# logarithm, so that its sum with an exponent is a float.
INVERSE_BITS, LAST = 10, -15


def value(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def single(number):
    return struct.unpack("<f", struct.pack("<f", float(number)))[0]


def rounded(number, unit):
    return mpmath.nint(number / unit) * unit


def row(index):
    """The inverse and both parts of the logarithm, and the ends of x inverse - 1."""
    low, high = value(LEAST + index * STEP), value(LEAST + (index + 1) * STEP)
    inverse = mpmath.mpf(1) if low < 1 < high else rounded(mpmath.mpf(2) / (low + high), mpmath.mpf(2) ** -INVERSE_BITS)
    logarithm = -mpmath.log(inverse, 2)
    upper = rounded(logarithm, mpmath.mpf(2) ** LAST)
    return inverse, upper, single(logarithm - upper), low * inverse - 1, high * inverse - 1


def table(name, values):
    cells = ", ".join(single(each).hex() for each in values)
    return f"inline constexpr __constant float {name}[{COUNT}] = {{{cells}}};"


def main():
    rows = [row(i) for i in range(COUNT)]
    least, most = min(r[3] for r in rows), max(r[4] for r in rows)
    print("""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from log2_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_LOG2_TABLE_H
#define ABACUS_POLYNOMIALS_LOG2_TABLE_H

namespace abacus {
""")
    print(f"/// The bits of the least float m of the first of {COUNT} intervals, whose bits differ in those from {23 - BITS} up. In\n"
          f"/// interval i, m log2_inverse[i] - 1 is between {mpmath.nstr(least, 4)} and {mpmath.nstr(most, 4)}, and log2_upper[i] +\n"
          f"/// log2_lower[i] is -log2(log2_inverse[i]); the upper part is a multiple of 2^{LAST}.")
    print(f"inline constexpr int log2_table_least = {LEAST:#x}, log2_table_shift = {23 - BITS};")
    print(table("log2_inverse", [r[0] for r in rows]))
    print(table("log2_upper", [r[1] for r in rows]))
    print(table("log2_lower", [r[2] for r in rows]))
    print("""
} // namespace abacus

#endif""")


main()
