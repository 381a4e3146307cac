#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/tanh_table.h: hyperbolic tangents of floats by a polynomial for each of 32 intervals, four to a power of two, from
2^-5 to 8, of which the first goes on to 0 and the last to where the tangent is 1. Each is of the distance from a number about in the
middle whose tangent is very near to a float."""
import struct

import mpmath

mpmath.mp.dps = 40
COUNT, OCTAVE, FIRST, LAST = 32, 4, -5, mpmath.mpf("9.1")
DEGREE = 6
ROTATION = (127 + FIRST) * OCTAVE % COUNT  # the number of the first interval: the last bits of its exponent and of two more


def single(number):
    return struct.unpack("<f", struct.pack("<f", float(number)))[0]


def edge(i):
    return mpmath.mpf(2) ** (FIRST + i // OCTAVE) * (1 + mpmath.mpf(i % OCTAVE) / OCTAVE)


def point_near(x):
    """A float from x on whose tangent is within 2^-7 units in the last place of one."""
    x = single(x)
    step = 2.0 ** (int(mpmath.floor(mpmath.log(x, 2))) - 23)
    while abs(mpmath.tanh(x) / single(mpmath.tanh(x)) - 1) > mpmath.mpf(2) ** -32:
        x += step
    return x


def coefficients_of(function, low, high, count):
    """Those of a polynomial that is equal to the function at Chebyshev's nodes."""
    nodes = [(low + high) / 2 + (high - low) / 2 * mpmath.cos(mpmath.pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    powers = mpmath.matrix([[node ** j for j in range(count)] for node in nodes])
    return [single(c) for c in mpmath.lu_solve(powers, mpmath.matrix([function(node) for node in nodes]))]


class Interval:
    def __init__(self, i):
        low, high = edge(i), LAST if i == COUNT - 1 else edge(i + 1)
        if i == 0:
            self.point, self.value = 0.0, 0.0
            rest = coefficients_of(lambda t: (mpmath.tanh(t) - t) / t ** 2, mpmath.mpf(2) ** -20, high, DEGREE - 1)
            self.coefficients = [1.0] + rest
            low = mpmath.mpf(2) ** -20
        else:
            self.point = point_near((edge(i) + edge(i + 1)) / 2)
            self.value = single(mpmath.tanh(self.point))
            self.coefficients = coefficients_of(lambda t: (mpmath.tanh(self.point + t) - mpmath.tanh(self.point)) / t,
                                                low - self.point, high - self.point, DEGREE)
        self.error = max(abs(self.at(x) / mpmath.tanh(x) - 1) for x in mpmath.linspace(low, high, 400))

    def at(self, x):
        return self.value + mpmath.polyval(self.coefficients[::-1] + [0.0], x - self.point)


def table(name, values):
    cells = ", ".join(value.hex() for value in values)
    print(f"inline constexpr __constant float tanh_{name}[{COUNT}] = {{{cells}}};")


def main():
    intervals = [Interval((i - ROTATION) % COUNT) for i in range(COUNT)]
    bound = mpmath.log(max(interval.error for interval in intervals), 2)
    print(f"""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from tanh_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_TANH_TABLE_H
#define ABACUS_POLYNOMIALS_TANH_TABLE_H

namespace abacus {{

/// Of the interval that the exponent's last three bits and the next two bits of x name: a number x0, its hyperbolic tangent, and
/// the coefficients of a polynomial in x - x0 of what is added to that, lowest first. Relative error of the sum below 2^{mpmath.nstr(bound, 3)}.""")
    table("point", [interval.point for interval in intervals])
    table("value", [interval.value for interval in intervals])
    for j in range(DEGREE):
        table(f"coefficient_{j + 1}", [interval.coefficients[j] for interval in intervals])
    print("""
} // namespace abacus

#endif""")


main()
