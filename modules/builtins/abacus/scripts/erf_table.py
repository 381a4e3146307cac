#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/erf_table.h: erf(x) / x near the middles of intervals, as tables of coefficients."""
import mpmath

mpmath.mp.dps = 60
COUNT = 16


def ratio(x):
    if abs(x) < mpmath.mpf(10) ** -25:
        return 2 / mpmath.sqrt(mpmath.pi) * (1 - x * x / 3)
    return mpmath.erf(x) / x


def polynomial(index, width, degree):
    """Coefficients, lowest power first, and the largest relative error."""
    middle = index * width

    def shifted(t):
        return ratio(middle + t)
    coefficients, error = mpmath.chebyfit(shifted, [-width / 2, width / 2], degree + 1, error=True)
    return coefficients[::-1], error / shifted(width / 2)


LEAST = mpmath.mpf(10) ** -40  # what is left of odd powers' 0 is smaller


def rounded(value, element, least=LEAST):
    """To a number of the type: a float of 24 digits, which is a double as well. What is smaller than `least` is 0."""
    with mpmath.workprec(24 if element == "float" else 53):
        return float(+value) if abs(value) > least else 0.0


def row(values, element, least=LEAST):
    return "{" + ", ".join(rounded(value, element, least).hex() for value in values) + "}"


def write(name, element, found, members, points=None):
    """Prints the tables of polynomials and the specialization that names them. `found` has the coefficients and the error of each,
    `members` are further lines of the specialization. `points` are those whose distances the powers are of, if these are not the
    intervals' middles; of those rounding takes so little that there is no table of it."""
    bound = mpmath.log(max(error for _, error in found), 2)
    variable = f"{element}_{name}"
    print(f"inline constexpr __constant {element} {variable}_coefficients[{len(found[0][0])}][{len(found)}] = {{")
    for power in range(len(found[0][0])):
        print(row([coefficients[power] for coefficients, _ in found], element) + ",")
    print("};")
    if points:
        other, values = "points", points
    else:
        other, values = "rest", [coefficients[0] - mpmath.mpf(rounded(coefficients[0], element)) for coefficients, _ in found]
    print(f"inline constexpr __constant {element} {variable}_{other}[{len(found)}] = {row(values, element)};")
    lines = "".join(f"  {member};\n" for member in members)
    print(f"""/// Relative error below 2^{mpmath.nstr(mpmath.ceil(bound * 10) / 10, 4)}.
template <> struct {name}<{element}> {{
{lines}  static const __constant {element}* coefficients(int power) {{ return {variable}_coefficients[power]; }}
  static const __constant {element}* {other}() {{ return {variable}_{other}; }}
}};
""")


def table(name, element, width, degree, count=COUNT):
    width = mpmath.mpf(width)
    write(name, element, [polynomial(i, width, degree) for i in range(count)],
          [f"static constexpr int degree = {degree}, count = {count}", f"static constexpr double width = {float(width).hex()}"])


STEPS, STEP = 1024, mpmath.mpf(0x1035A2C) / 2 ** 31


def steps():
    """The error function at multiples of a step; and coefficients of the Taylor series in h of its difference at n steps and h, by
    the slope there and h, less 1: those of h, h^2 and so on are polynomials in n, every other one times n. The step is such that
    rounding takes least from the first values and from those beside powers of two, beside which the function is smaller."""
    values = [mpmath.erf(n * STEP) for n in range(STEPS)]
    slopes = [2 / mpmath.sqrt(mpmath.pi) * mpmath.exp(-(n * STEP) ** 2) for n in range(STEPS)]
    print(f"inline constexpr __constant double erf_at_step[{STEPS}] = {row(values, 'double')};")
    print(f"inline constexpr __constant double erf_slope_at_step[{STEPS}] = {row(slopes, 'double')};")
    w, third, reach = STEP, mpmath.mpf(1) / 3, STEP ** 2 / 4
    # At 0 the term of h^6, -1/42, is spread over those of h^2 and h^4.
    coefficients = [[-w],
                    [-third + reach ** 2 * 9 / 16 / 42, 2 * third * w ** 2],
                    [w / 2, -third * w ** 3],
                    [mpmath.mpf(1) / 10 - reach * 3 / 2 / 42, -w ** 2 * 12 / 30, w ** 4 * 4 / 30],
                    [-w / 6, w ** 3 * 2 / 9, -w ** 5 * 4 / 90]]
    print(f"""/// erf(n step + h) is erf_at_step[n] + slope h (1 + P(h, n)), |h| up to half a step. P is a Taylor series.
struct erf_steps {{
  static constexpr double step = {float(STEP).hex()};
  template <class T> static T of(T h, T n) {{
    const T square = n * n;""")
    for power, values in enumerate(coefficients, 1):
        arguments = ", ".join(rounded(value, "double").hex() for value in values[::-1])
        factor = "n * " if power % 2 else ""
        print(f"    const T c{power} = {factor}horner(square, {arguments});")
    print("""    return h * muladd(h, muladd(h, muladd(h, muladd(h, c5, c4), c3), c2), c1);
  }
};
""")


def main():
    print("""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from erf_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ERF_TABLE_H
#define ABACUS_POLYNOMIALS_ERF_TABLE_H

#include "arithmetic/polynomial.h"

namespace abacus {

/// erf(x) / x for x = width i + t, |t| at most half the width, as the sum of coefficients(n)[i] t^n and of rest()[i],
/// which is what rounding takes from coefficients(0)[i].
template <class E> struct erf_table;
/// The same with fewer terms.
template <class E> struct short_erf_table;
/// The same with eight intervals, and these with fewer terms.
template <class E> struct wide_erf_table;
template <class E> struct short_wide_erf_table;
""")
    table("erf_table", "float", 0.25, 5)
    table("erf_table", "double", 0.390625, 12)
    table("short_erf_table", "float", 0.25, 4)
    table("wide_erf_table", "float", 0.5234375, 6, 8)
    table("short_wide_erf_table", "float", 0.5, 5, 8)
    steps()
    print("""} // namespace abacus

#endif""")


if __name__ == "__main__":
    main()
