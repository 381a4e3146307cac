#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/exp2_table.h: powers of 2 with sixteenths as exponents, each as a double and what that leaves."""
import struct

import mpmath
import sixteenths_table


def exp2(x):
    return mpmath.mpf(2) ** x


def less_eighths(value, i, number, integer, mantissa):
    """Without the i / 8 that are the first bits of a significand."""
    bits = struct.unpack(integer, struct.pack(number, value))[0] - (i << (mantissa - 3))
    return struct.unpack(number, struct.pack(integer, bits))[0]


def upper_half(value):
    """What the higher 32 bits of a double have of it, so that a table of such needs no others."""
    return struct.unpack("<d", struct.pack("<Q", struct.unpack("<Q", struct.pack("<d", float(value)))[0] >> 32 << 32))[0]


def eighths():
    exact = [exp2(mpmath.mpf(i) / 8) for i in range(8)]
    print("""/// Numbers of whose bits those of 2^(i / 8) are i << (mantissa - 3) more, and what that power has beyond the nearest number, relative
/// to it.""")
    for kind, rounded, shortened, number, integer, mantissa in (
        ("float", sixteenths_table.single, sixteenths_table.single, "<f", "<I", 23),
        ("double", float, upper_half, "<d", "<Q", 52),
    ):
        near = [rounded(value) for value in exact]
        for name, numbers in (
            ("bits", [less_eighths(value, i, number, integer, mantissa) for i, value in enumerate(near)]),
            ("ratio", [shortened(value / high - 1) for value, high in zip(exact, near)]),
        ):
            print(f"inline constexpr __constant {kind} {kind}_exp2_of_eighth_{name}[8] = {{{', '.join(each.hex() for each in numbers)}}};")
    print("""template <class E> struct exp2_of_eighths;""")
    for kind in ("float", "double"):
        print(f"""template <> struct exp2_of_eighths<{kind}> {{
  static const __constant {kind}* bits() {{ return {kind}_exp2_of_eighth_bits; }}
  static const __constant {kind}* ratio() {{ return {kind}_exp2_of_eighth_ratio; }}
}};""")


sixteenths_table.write("exp2", exp2, "2^(i / {})", 32, with_ratios=True, more=eighths)
