#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/erfc_table.h: e^(x^2) erfc(x) near the middles of intervals, as tables of coefficients. The intervals are
those of numbers x + centre that have the same exponent and the same two bits after the leading one."""
import mpmath

from erf_table import write

mpmath.mp.prec = 200
COUNT, PART_BITS = 16, 2


def scaled_erfc(x):
    return mpmath.exp(x * x) * mpmath.erfc(x)


def interval(index, centre):
    """The ends of an interval of x. Of an exponent the index has the last two bits; the least is that of the centre."""
    exponent = next(e for e in range(4 + centre) if mpmath.mpf(2) ** e >= centre and (e + 127) % 4 == index >> PART_BITS)
    unit = mpmath.mpf(2) ** (exponent - PART_BITS)
    low = mpmath.mpf(2) ** exponent + (index % 4) * unit
    return low - centre, low + unit - centre


def polynomial(index, centre, degree):
    """Coefficients, lowest power first, and the largest relative error."""
    low, high = interval(index, centre)
    half = (high - low) / 2
    coefficients, error = mpmath.chebyfit(lambda t: scaled_erfc(low + half + t), [-half, half], degree + 1, error=True)
    return coefficients[::-1], error / scaled_erfc(high)


def table(element, centre, degree):
    write("erfc_table", element, [polynomial(i, centre, degree) for i in range(COUNT)],
          [f"static constexpr int degree = {degree}, centre = {centre}"])


def main():
    print("""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from erfc_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ERFC_TABLE_H
#define ABACUS_POLYNOMIALS_ERFC_TABLE_H

namespace abacus {

/// e^(x^2) erfc(x) for x = m + t, as the sum of coefficients(n)[i] t^n and of rest()[i], which is what rounding takes from
/// coefficients(0)[i]. i is the last two bits of the exponent of x + centre and the two bits that follow, and m + centre
/// is the middle of the numbers with the same ones.
template <class E> struct erfc_table;
""")
    table("float", 1, 6)
    table("double", 2, 14)
    print("""} // namespace abacus

#endif""")


main()
