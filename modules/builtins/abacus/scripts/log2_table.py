#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/log2_table.h: numbers around which powers take logarithms, one for each interval of numbers that starts at
LEAST and is as long as 2^-4 of a power of two."""
import struct
from typing import NamedTuple

import mpmath

mpmath.mp.dps = 60
COUNT, BITS = 16, 4
# Of all multiples of 2^-10 that with which errors of logarithms are least, relative to these.
LEAST = mpmath.mpf("0.7041015625")
# Bits of an inverse below the point: so few that what a product with it is off from 1 is a number of the type.
INVERSE_BITS = 5


class Kind(NamedTuple):
    name: str
    mantissa: int
    number: str  # both as `struct` calls them
    integer: str
    last: int  # the last bit of the higher part of a logarithm, so that its sum with an exponent is exact


KINDS = [Kind("double", 52, "<d", "<Q", -40)]


def rounded(number, unit):
    return mpmath.nint(number / unit) * unit


class Row:
    """An interval's inverse and both parts of its logarithm, and the ends of x inverse - 1."""

    def __init__(self, kind, index):
        low, high = edge(kind, index), edge(kind, index + 1)
        unit = mpmath.mpf(2) ** -INVERSE_BITS
        self.inverse = mpmath.mpf(1) if low < 1 < high else rounded(2 / (low + high), unit)
        logarithm = -mpmath.log(self.inverse, 2)
        self.upper = rounded(logarithm, mpmath.mpf(2) ** kind.last)
        self.lower = single(kind, logarithm - self.upper)
        self.ends = low * self.inverse - 1, high * self.inverse - 1
        # Numbers are multiples of 2^-mantissa, below 1 of half of that.
        bits = next(bits for bits in range(INVERSE_BITS + 1) if self.inverse * 2**bits == mpmath.floor(self.inverse * 2**bits))
        assert max(map(abs, self.ends)) <= mpmath.mpf(2) ** ((0 if low < 1 else 1) - bits)


def single(kind, number):
    return struct.unpack(kind.number, struct.pack(kind.number, float(number)))[0]


def least_bits(kind):
    return struct.unpack(kind.integer, struct.pack(kind.number, float(LEAST)))[0]


def edge(kind, index):
    bits = least_bits(kind) + (index << (kind.mantissa - BITS))
    return mpmath.mpf(struct.unpack(kind.number, struct.pack(kind.integer, bits))[0])


def table(kind, name, values):
    cells = ", ".join(single(kind, each).hex() for each in values)
    return f"inline constexpr __constant {kind.name} {kind.name}_log2_{name}[{COUNT}] = {{{cells}}};"


def write(kind):
    rows = [Row(kind, i) for i in range(COUNT)]
    print(table(kind, "inverse", [row.inverse for row in rows]))
    print(table(kind, "upper", [row.upper for row in rows]))
    print(table(kind, "lower", [row.lower for row in rows]))
    bits = f"{least_bits(kind):#x}"
    least, most = min(row.ends[0] for row in rows), max(row.ends[1] for row in rows)
    print(f"""/// m inverse[i] - 1 is between {mpmath.nstr(least, 4)} and {mpmath.nstr(most, 4)}; upper[i] is a multiple of 2^{kind.last}.
template <> struct log2_table<{kind.name}> {{
  static constexpr {"int" if kind.name == "float" else "long"} least = {bits};
  static constexpr int shift = {kind.mantissa - BITS};
  static const __constant {kind.name}* inverse() {{ return {kind.name}_log2_inverse; }}
  static const __constant {kind.name}* upper() {{ return {kind.name}_log2_upper; }}
  static const __constant {kind.name}* lower() {{ return {kind.name}_log2_lower; }}
}};
""")


def main():
    print(f"""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from log2_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_LOG2_TABLE_H
#define ABACUS_POLYNOMIALS_LOG2_TABLE_H

namespace abacus {{

/// Inverses of numbers m, one for each of {COUNT} intervals, and their logarithms. `least` has the bits of the least m of
/// the first interval; the bits from `shift` up tell the intervals apart. upper[i] + lower[i] is -log2(inverse[i]).
template <class E> struct log2_table;
""")
    for kind in KINDS:
        write(kind)
    print("""} // namespace abacus

#endif""")


main()
