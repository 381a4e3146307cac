#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/erf_table.h: erf(x) / x near the middles of intervals, as tables of coefficients."""
import mpmath

mpmath.mp.dps = 60
COUNT, WIDTH, DEGREE = 16, mpmath.mpf(25) / 64, 12


def ratio(x):
    if abs(x) < mpmath.mpf(10) ** -25:
        return 2 / mpmath.sqrt(mpmath.pi) * (1 - x * x / 3)
    return mpmath.erf(x) / x


def polynomial(index):
    """Coefficients, lowest power first, and the largest relative error."""
    middle = index * WIDTH

    def shifted(t):
        return ratio(middle + t)
    coefficients, error = mpmath.chebyfit(shifted, [-WIDTH / 2, WIDTH / 2], DEGREE + 1, error=True)
    return coefficients[::-1], error / shifted(WIDTH / 2)


def table(name, values):
    cells = ", ".join(float(value).hex() for value in values)
    return f"inline constexpr __constant double {name}[{COUNT}] = {{{cells}}};"


def main():
    found = [polynomial(i) for i in range(COUNT)]
    bound = mpmath.log(max(error for _, error in found), 2)
    print("""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from erf_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ERF_TABLE_H
#define ABACUS_POLYNOMIALS_ERF_TABLE_H

namespace abacus {
""")
    print(f"/// erf(x) / x with x = 25/64 i + t and |t| <= 25/128, as the sum of [n][i] t^n and erf_rest[i], which is what rounding\n"
          f"/// takes from [0][i]: relative error below 2^{mpmath.nstr(mpmath.ceil(bound * 10) / 10, 4)}.")
    print(f"inline constexpr int erf_degree = {DEGREE};")
    print(f"inline constexpr __constant double erf_coefficients[erf_degree + 1][{COUNT}] = {{")
    for power in range(DEGREE + 1):
        cells = ", ".join(float(coefficients[power]).hex() for coefficients, _ in found)
        print("{" + cells + "},")
    print("};")
    rest = [coefficients[0] - mpmath.mpf(float(coefficients[0])) for coefficients, _ in found]
    print(table("erf_rest", rest))
    print("""
} // namespace abacus

#endif""")


main()
