#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/centred_log_table.h: numbers around which logarithms are taken, one for each interval of numbers that starts
at `least` and is as long as 2^-bits of a power of two, and their logarithms. One interval is around 1, where logarithms are 0."""
import struct
from typing import NamedTuple

import mpmath

mpmath.mp.dps = 60
# Bits of an inverse below the point: so few that what a product with it is off from 1 is a number of the type.
INVERSE_BITS = 5
FUNCTIONS = {"natural": mpmath.log, "binary": lambda x: mpmath.log(x, 2)}


class Kind(NamedTuple):
    name: str
    mantissa: int
    number: str  # both as `struct` calls them
    integer: str
    bits: int  # of a number that tell the intervals apart
    least: mpmath.mpf  # of all multiples of 2^-10 that with which errors of logarithms are least, relative to these
    last: int  # the last bit of the higher part of a logarithm, so that its sum with an exponent's is exact
    functions: tuple


KINDS = [
    Kind("float", 23, "<f", "<I", 3, mpmath.mpf("0.7109375"), -16, ("natural", "binary")),
    Kind("double", 52, "<d", "<Q", 3, mpmath.mpf("0.7109375"), -40, ("binary",)),
    Kind("double", 52, "<d", "<Q", 4, mpmath.mpf("0.7041015625"), -40, ("binary",)),
]


def rounded(number, unit):
    return mpmath.nint(number / unit) * unit


def fraction_bits(number):
    return next(bits for bits in range(INVERSE_BITS + 1) if number * 2**bits == mpmath.floor(number * 2**bits))


class Row:
    """An interval's inverse, and the ends of x inverse - 1. Of all inverses with which that is exact it has the one whose
    logarithms have the least error: that of a product of three such numbers, relative to the logarithm."""

    def __init__(self, kind, index):
        self.low, self.high = edge(kind, index), edge(kind, index + 1)
        unit = mpmath.mpf(2) ** -INVERSE_BITS
        middle = rounded(2 / (self.low + self.high), unit)
        choices = [middle + i * unit for i in range(-2, 3)]
        is_around_one = self.low < 1 < self.high
        self.inverse = mpmath.mpf(1) if is_around_one else min(filter(self.is_exact, choices), key=self.error)
        self.ends = self.low * self.inverse - 1, self.high * self.inverse - 1

    def is_exact(self, inverse):
        # Numbers are multiples of 2^-mantissa, below 1 of half of that.
        most = max(abs(self.low * inverse - 1), abs(self.high * inverse - 1))
        return most <= mpmath.mpf(2) ** ((0 if self.low < 1 else 1) - fraction_bits(inverse))

    def error(self, inverse):
        return max(abs(end * inverse - 1) ** 3 / abs(mpmath.log(end)) for end in (self.low, self.high))


def single(kind, number):
    return struct.unpack(kind.number, struct.pack(kind.number, float(number)))[0]


def least_bits(kind):
    return struct.unpack(kind.integer, struct.pack(kind.number, float(kind.least)))[0]


def edge(kind, index):
    bits = least_bits(kind) + (index << (kind.mantissa - kind.bits))
    return mpmath.mpf(struct.unpack(kind.number, struct.pack(kind.integer, bits))[0])


def table(kind, name, values):
    cells = ", ".join(single(kind, each).hex() for each in values)
    print(f"inline constexpr __constant {kind.name} {kind.name}_centred_{name}_{len(values)}[{len(values)}] = {{{cells}}};")


def accessor(kind, name, variable):
    return f"static const __constant {kind.name}* {name}() {{ return {kind.name}_centred_{variable}_{1 << kind.bits}; }}"


def write(kind):
    rows = [Row(kind, i) for i in range(1 << kind.bits)]
    table(kind, "inverse", [row.inverse for row in rows])
    bits = f"{least_bits(kind):#x}"
    least, most = min(row.ends[0] for row in rows), max(row.ends[1] for row in rows)
    print(f"""/// m inverse[i] - 1 is between {mpmath.nstr(least, 4)} and {mpmath.nstr(most, 4)}.
template <> struct centred_intervals<{kind.name}, {1 << kind.bits}> {{
  static constexpr {"int" if kind.name == "float" else "long"} least = {bits};
  static constexpr int shift = {kind.mantissa - kind.bits};
  {accessor(kind, "inverse", "inverse")}
}};
""")
    for name in kind.functions:
        exact = [-FUNCTIONS[name](row.inverse) for row in rows]
        near = [rounded(each, mpmath.mpf(2) ** kind.last) for each in exact]
        table(kind, f"{name}_near", near)
        table(kind, f"{name}_rest", [each - high for each, high in zip(exact, near)])
        print(f"""template <> struct centred_{name}_logs<{kind.name}, {1 << kind.bits}> {{
  {accessor(kind, "near", f"{name}_near")}
  {accessor(kind, "rest", f"{name}_rest")}
}};
""")


def main():
    print("""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from centred_log_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_CENTRED_LOG_TABLE_H
#define ABACUS_POLYNOMIALS_CENTRED_LOG_TABLE_H

namespace abacus {

/// Inverses of numbers m, one for each of `count` intervals, of which one is around 1, and tables of their logarithms. `least` has
/// the bits of the least m of the first interval; the bits from `shift` up tell the intervals apart. near[i] + rest[i] is minus
/// the logarithm of inverse[i].
template <class E, int count> struct centred_intervals;
template <class E, int count> struct centred_natural_logs;
template <class E, int count> struct centred_binary_logs;
""")
    for kind in KINDS:
        write(kind)
    print("""} // namespace abacus

#endif""")


main()
