#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/erfc_table.h: e^(x^2) erfc(x) near the middles of intervals, as tables of coefficients. The intervals are
those of numbers x + centre that have the same exponent and the same two bits after the leading one."""
import mpmath

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


def rounded(value, element):
    """To a number of the type: a float of 24 digits, which is a double as well."""
    with mpmath.workprec(24 if element == "float" else 53):
        return float(+value)


def row(values, element):
    return "{" + ", ".join(rounded(value, element).hex() for value in values) + "}"


def table(element, centre, degree):
    found = [polynomial(i, centre, degree) for i in range(COUNT)]
    bound = mpmath.log(max(error for _, error in found), 2)
    print(f"inline constexpr __constant {element} {element}_erfc_coefficients[{degree + 1}][{COUNT}] = {{")
    for power in range(degree + 1):
        print(row([coefficients[power] for coefficients, _ in found], element) + ",")
    print("};")
    rest = [coefficients[0] - mpmath.mpf(rounded(coefficients[0], element)) for coefficients, _ in found]
    print(f"inline constexpr __constant {element} {element}_erfc_rest[{COUNT}] = {row(rest, element)};")
    print(f"""/// Relative error below 2^{mpmath.nstr(mpmath.ceil(bound * 10) / 10, 4)}.
template <> struct erfc_table<{element}> {{
  static constexpr int degree = {degree}, centre = {centre};
  static const __constant {element}* coefficients(int power) {{ return {element}_erfc_coefficients[power]; }}
  static const __constant {element}* rest() {{ return {element}_erfc_rest; }}
}};
""")


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
