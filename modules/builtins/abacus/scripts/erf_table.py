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


def rounded(value, element):
    """To a number of the type: a float of 24 digits, which is a double as well. What is left of odd powers' 0 is 0."""
    with mpmath.workprec(24 if element == "float" else 53):
        return float(+value) if abs(value) > mpmath.mpf(10) ** -40 else 0.0


def row(values, element):
    return "{" + ", ".join(rounded(value, element).hex() for value in values) + "}"


def write(name, element, found, members):
    """Prints the tables of polynomials and the specialization that names them. `found` has the coefficients and the error of each,
    `members` are further lines of the specialization."""
    bound = mpmath.log(max(error for _, error in found), 2)
    variable = f"{element}_{name}"
    print(f"inline constexpr __constant {element} {variable}_coefficients[{len(found[0][0])}][{len(found)}] = {{")
    for power in range(len(found[0][0])):
        print(row([coefficients[power] for coefficients, _ in found], element) + ",")
    print("};")
    rest = [coefficients[0] - mpmath.mpf(rounded(coefficients[0], element)) for coefficients, _ in found]
    print(f"inline constexpr __constant {element} {variable}_rest[{len(found)}] = {row(rest, element)};")
    lines = "".join(f"  {member};\n" for member in members)
    print(f"""/// Relative error below 2^{mpmath.nstr(mpmath.ceil(bound * 10) / 10, 4)}.
template <> struct {name}<{element}> {{
{lines}  static const __constant {element}* coefficients(int power) {{ return {variable}_coefficients[power]; }}
  static const __constant {element}* rest() {{ return {variable}_rest; }}
}};
""")


def table(name, element, width, degree):
    width = mpmath.mpf(width)
    write(name, element, [polynomial(i, width, degree) for i in range(COUNT)],
          [f"static constexpr int degree = {degree}", f"static constexpr double width = {float(width).hex()}"])


def main():
    print("""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from erf_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ERF_TABLE_H
#define ABACUS_POLYNOMIALS_ERF_TABLE_H

namespace abacus {

/// erf(x) / x for x = width i + t, |t| at most half the width, as the sum of coefficients(n)[i] t^n and of rest()[i],
/// which is what rounding takes from coefficients(0)[i].
template <class E> struct erf_table;
/// The same with fewer terms.
template <class E> struct short_erf_table;
""")
    table("erf_table", "float", 0.25, 5)
    table("erf_table", "double", 0.390625, 12)
    table("short_erf_table", "float", 0.25, 4)
    print("""} // namespace abacus

#endif""")


if __name__ == "__main__":
    main()
