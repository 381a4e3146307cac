#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/erfc_table.h: e^(x^2) erfc(x) near the middles of intervals, as tables of coefficients. The intervals are
those of numbers scale x + centre that have the same exponent and the same first bits after the leading one. And erfc at steps."""
import mpmath

from erf_table import STEP, rounded, row, write

mpmath.mp.prec = 200


def scaled_erfc(x):
    return mpmath.exp(x * x) * mpmath.erfc(x)


def interval(index, centre, part_bits, scale):
    """The ends of an interval of x. Of an exponent the index has the last two bits; the least is that of the centre."""
    parts = 2 ** part_bits
    exponent = next(e for e in range(4 + centre) if mpmath.mpf(2) ** e >= centre and (e + 127) % 4 == index // parts)
    unit = mpmath.mpf(2) ** (exponent - part_bits)
    low = mpmath.mpf(2) ** exponent + (index % parts) * unit
    return (low - centre) / scale, (low + unit - centre) / scale


def units_lost(value, element):
    """What rounding takes, in units of the value's last place."""
    digits = 24 if element == "float" else 53
    exponent = int(mpmath.floor(mpmath.log(value, 2)))
    return abs(value - mpmath.mpf(rounded(value, element))) / mpmath.ldexp(1, exponent + 1 - digits)


def polynomial(index, centre, part_bits, scale, degree, element):
    """A point about in the middle of the interval of which rounding takes little from the value and, where intervals are wide,
    from the slope; the coefficients, lowest power first, of powers of the distance from it; and the largest relative error."""
    low, high = interval(index, centre, part_bits, scale)
    middle = mpmath.mpf(rounded((low + high) / 2, element))
    fit, error = mpmath.chebyfit(lambda t: scaled_erfc(middle + t), [low - middle, high - middle], degree + 1, error=True)
    unit = mpmath.ldexp(1, int(mpmath.floor(mpmath.log(middle, 2))) + 1 - (24 if element == "float" else 53))
    slope = [coefficient * power for coefficient, power in zip(fit, range(degree, 0, -1))]
    is_wide = part_bits == 1

    def lost(shift):
        return units_lost(mpmath.polyval(fit, shift), element) + is_wide * units_lost(-mpmath.polyval(slope, shift), element) / 4
    shift = min((i * unit for i in range(4096 if is_wide else 256)), key=lost)
    for done in range(degree): # Horner's method gives the coefficients about another point, lowest power first
        for i in range(1, degree + 1 - done):
            fit[i] += fit[i - 1] * shift
    return middle + shift, fit[::-1], error / scaled_erfc(high)


def table(name, element, centre, part_bits, degree, scale=1.0):
    found = [polynomial(i, centre, part_bits, scale, degree, element) for i in range(4 * 2 ** part_bits)]
    write(name, element, [(coefficients, error) for _, coefficients, error in found],
          [f"static constexpr int degree = {degree}, centre = {centre}, part_bits = {part_bits}",
           f"static constexpr double scale = {scale.hex()}"],
          points=[point for point, _, _ in found])


STEPS, REACH = 2048, 8  # what follows REACH in the series of h does not count up to 12


def slope_beside(value, x):
    """A double near the slope at x that makes up best for what rounding took from the value, where the function is smaller."""
    exact = 2 / mpmath.sqrt(mpmath.pi) * mpmath.exp(-x * x)
    unit, near = mpmath.ldexp(1, int(mpmath.floor(mpmath.log(exact, 2))) - 52), mpmath.mpf(rounded(exact, "double", 0))
    lost = mpmath.mpf(rounded(value, "double", 0)) - value
    distances = [STEP * i / 8 for i in range(-4, 5)]
    results = [mpmath.ldexp(1, int(mpmath.floor(mpmath.log(value - exact * h, 2))) - 52) for h in distances]

    def error(steps):
        return max(abs(lost - (near + steps * unit - exact) * h) / last for h, last in zip(distances, results))
    return near + min(range(-24, 25), key=error) * unit


def series(variable, factorial, count):
    """Coefficients of the sum of (-2 STEP variable)^k / factorial(k)."""
    arguments = ", ".join(rounded((-2 * STEP) ** k / factorial(k), "double").hex() for k in reversed(range(count)))
    return f"horner({variable}, {arguments})"


def steps():
    points = [n * STEP for n in range(STEPS)]
    values = [mpmath.erfc(x) for x in points]
    slopes = [slope_beside(value, x) for value, x in zip(values, points)]
    print(f"inline constexpr __constant double erfc_at_step[{STEPS}] = {row(values, 'double', 0)};")
    print(f"inline constexpr __constant double erfc_slope_at_step[{STEPS}] = {row(slopes, 'double', 0)};")
    factorial = mpmath.factorial
    print(f"""/// erfc(n erf_steps::step + h) is erfc_at_step[n] - slope h P(h, n), |h| up to half a step. P is the mean of e^(-2 x u - u^2) for
/// u from 0 to h, x = n step, by the first terms of the series of both factors.
struct erfc_steps {{
  template <class T> static T of(T h, T n) {{
    const T product = n * h, square = h * h;
    const T fourth = {series("product", lambda k: 2 * factorial(k) * (k + 5), 4)};
    const T second = {series("product", lambda k: -factorial(k) * (k + 3), 7)};
    const T first = {series("product", lambda k: factorial(k + 1), REACH + 1)};
    return muladd(square, muladd(square, fourth, second), first);
  }}
}};
""")


def main():
    print("""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from erfc_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ERFC_TABLE_H
#define ABACUS_POLYNOMIALS_ERFC_TABLE_H

#include "arithmetic/polynomial.h"

namespace abacus {

/// e^(x^2) erfc(x) for x = points()[i] + t, as the sum of coefficients(n)[i] t^n, of which rounding takes next to nothing from
/// the first. i is the last two bits of the exponent of scale x + centre and the first part_bits bits that follow.
template <class E> struct erfc_table;
/// The same with eight intervals.
template <class E> struct wide_erfc_table;
""")
    table("erfc_table", "float", 1, 3, 5)
    table("erfc_table", "double", 2, 2, 14)
    table("wide_erfc_table", "float", 1, 1, 8, 1.4375)
    steps()
    print("""} // namespace abacus

#endif""")


main()
