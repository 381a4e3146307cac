#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/log_table.h: inverses of numbers from 1 to 2, one for each interval of equal length, and their logarithms.
A number times its interval's inverse is near 1, and what it is off by is a number of the type: inverses have few bits."""
import struct
from typing import NamedTuple

import mpmath

mpmath.mp.dps = 60


class Kind(NamedTuple):
    name: str
    mantissa: int
    number: str  # as `struct` calls it
    bits: int  # of a number that tell the intervals apart
    inverse_bits: int  # of inverses, below the point
    last: int  # the last bit of the higher part of a logarithm, so that its sum with an exponent's is exact


KINDS = [Kind("float", 23, "<f", 5, 6, -16), Kind("double", 52, "<d", 4, 5, -42)]
FUNCTIONS = {"natural": mpmath.log, "binary": lambda x: mpmath.log(x, 2), "common": mpmath.log10}
# As in arithmetic/short_parts.h.
POWER_UPPER = {
    ("natural", "float"): float.fromhex("0x1.62e4p-1"),
    ("natural", "double"): float.fromhex("0x1.62e42fefa2000p-1"),
    ("common", "float"): float.fromhex("0x1.344p-2"),
    ("common", "double"): float.fromhex("0x1.34413509f6000p-2"),
}


def single(kind, number):
    return struct.unpack(kind.number, struct.pack(kind.number, float(number)))[0]


class Row:
    """An interval's inverse, and the ends of x inverse - 1: the inverse is the one for which these are nearest to 0. Those of the
    first and the last interval are powers of two, of which logarithms have no rounding errors."""

    def __init__(self, kind, index):
        count, unit = 1 << kind.bits, mpmath.mpf(2) ** -kind.inverse_bits
        low, high = 1 + mpmath.mpf(index) / count, 1 + mpmath.mpf(index + 1) / count
        best = mpmath.nint(2 / (low + high) / unit) * unit
        self.inverse = min((best + i * unit for i in (-1, 0, 1)), key=lambda each: max(abs(low * each - 1), abs(high * each - 1)))
        if index in (0, count - 1):
            self.inverse = mpmath.mpf(1) if index == 0 else mpmath.mpf(0.5)
        self.ends = low * self.inverse - 1, high * self.inverse - 1
        # Numbers are multiples of 2^-mantissa.
        assert max(map(abs, self.ends)) <= mpmath.mpf(2) ** (kind.mantissa + 1 - kind.mantissa - kind.inverse_bits)


def upper(kind, function, inverse):
    """Of 1/2 it is what the exponent's part is made of, so that both cancel."""
    if inverse == 0.5:
        return POWER_UPPER.get((function, kind.name), 1.0)
    unit = mpmath.mpf(2) ** kind.last
    return mpmath.nint(-FUNCTIONS[function](inverse) / unit) * unit


def table(kind, name, values):
    cells = ", ".join(single(kind, each).hex() for each in values)
    print(f"inline constexpr __constant {kind.name} {kind.name}_{name}[{len(values)}] = {{{cells}}};")


def accessor(kind, name, function):
    return f"static const __constant {kind.name}* {name}() {{ return {kind.name}_{function}_{name}; }}"


def write(kind):
    rows = [Row(kind, i) for i in range(1 << kind.bits)]
    table(kind, "log_inverse", [row.inverse for row in rows])
    least, most = min(row.ends[0] for row in rows), max(row.ends[1] for row in rows)
    print(f"""/// m inverse[i] - 1 is between {mpmath.nstr(least, 5)} and {mpmath.nstr(most, 5)}.
template <> struct log_inverses<{kind.name}> {{
  static constexpr int bits = {kind.bits};
  {accessor(kind, "inverse", "log")}
}};
""")
    for name, function in FUNCTIONS.items():
        uppers = [upper(kind, name, row.inverse) for row in rows]
        table(kind, f"{name}_log_near", uppers)
        table(kind, f"{name}_log_rest", [-function(row.inverse) - high for row, high in zip(rows, uppers)])
        print(f"""template <> struct {name}_logs<{kind.name}> {{
  {accessor(kind, "near", f"{name}_log")}
  {accessor(kind, "rest", f"{name}_log")}
}};
""")


def main():
    print("""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from log_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_LOG_TABLE_H
#define ABACUS_POLYNOMIALS_LOG_TABLE_H

namespace abacus {

/// Inverses of numbers m from 1 to 2, one for each of 2^bits intervals, and tables of their logarithms: near[i] + rest[i] is
/// minus that of inverse[i].
template <class E> struct log_inverses;
template <class E> struct natural_logs;
template <class E> struct binary_logs;
template <class E> struct common_logs;
""")
    for kind in KINDS:
        write(kind)
    print("""} // namespace abacus

#endif""")


main()
