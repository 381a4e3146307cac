#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the polynomials of the gamma function, which Sollya does not know, to standard output: the
header source/polynomials/gamma.h, through clang-format. Needs mpmath (Debian: python3-mpmath).

With u = 1 / (y + 3/2):
  gamma(1 + y) = ((y + 2) / e)^(y + 1/2) P(u)                for 0 <= y <= 190 (43 for floats)
  ln gamma(x) = (x - 1/2) (ln x - 1) + Q(1 / (x + 1/2))       for x >= 5/2
  ln gamma(1 + y) = y (y - 1) R(y - 11/16)                    for -0.15 <= y <= 3/2
and, for gamma of negative numbers,
  sin(pi r) = r S(r^2)                                        for |r| <= 1/2
P and S of doubles have their lowest coefficients in two parts: they are evaluated to more bits than a double has.
Interpolation at Chebyshev's points is within a factor of two of the best polynomial.
"""
from mpmath import chebyfit, exp, log, loggamma, mp, mpf, pi, sin, sqrt

mp.prec = 250


def gamma_factor(u):
    y = 1 / u - mpf("1.5")
    return exp(loggamma(1 + y) - (y + mpf("0.5")) * (log(y + 2) - 1))


def log_gamma_rest(u):
    x = 1 / u - mpf("0.5")
    return loggamma(x) - (x - mpf("0.5")) * (log(x) - 1)


def log_gamma_factor(z):
    y = z + mpf("0.6875")
    if y == 0 or y == 1:
        y += mpf(2) ** -100
    return loggamma(1 + y) / (y * (y - 1))


def sine_factor(z):
    return sin(pi * sqrt(z)) / sqrt(z) if z else pi


# Name, what is bounded, function, and for each type the ends of the interval, the number of coefficients, and of how many of
# them there are two parts.
FAMILIES = [
    ("gamma_factor", "P: relative error", gamma_factor,
     [("float", mpf(1) / mpf("44.5"), 1 / mpf("1.5"), 10, 0),
      ("double", mpf(1) / mpf("191.5"), 1 / mpf("1.5"), 20, 3)]),
    ("sine_factor", "S: relative error", sine_factor,
     [("float", mpf(0), mpf(1) / 4, 6, 0), ("double", mpf(0), mpf(1) / 4, 9, 3)]),
    ("log_gamma_rest", "Q: relative error", log_gamma_rest,
     [("float", mpf(2) ** -60, mpf(1) / 3, 7, 0), ("double", mpf(2) ** -60, mpf(1) / 3, 14, 0)]),
    ("log_gamma_factor", "R: relative error", log_gamma_factor,
     [("float", mpf("-0.8375"), mpf("0.8125"), 15, 0), ("double", mpf("-0.8375"), mpf("0.8125"), 29, 0)]),
]


def of_coefficients(exact, twofold):
    """The body of a function of x, or of a twofold x if some coefficients, the last ones, have two parts."""
    coefficients = [float(c) for c in exact]
    if not twofold:
        return "  template <class T> static T of(T x) { return horner(x, " + ", ".join(c.hex() for c in coefficients) + "); }"
    inner = ", ".join(c.hex() for c in coefficients[:-twofold])
    outer = ", ".join(f"Twofold<double>{{{c.hex()}, {float(e - mpf(c)).hex()}}}"
                      for c, e in zip(coefficients[-twofold:], exact[-twofold:]))
    return f"""  template <class T> static Twofold<T> of(Twofold<T> x) {{
    return twofold_horner(x, horner(x.hi, {inner}), {outer});
  }}"""


def largest_error(function, coefficients, low, high):
    worst = mpf(0)
    for i in range(1001):
        x = low + (high - low) * i / 1000
        value = mpf(0)
        for c in coefficients:
            value = value * x + c
        exact = function(x)
        worst = max(worst, abs(value / exact - 1))
    return worst


def main():
    print("// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.\n"
          "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n//\n"
          "// Written by abacus/scripts/derive_all from gamma.py. Do not edit.\n"
          "#ifndef ABACUS_POLYNOMIALS_GAMMA_H\n#define ABACUS_POLYNOMIALS_GAMMA_H\n\n"
          '#include "arithmetic/exact.h"\n\nnamespace abacus {')
    for name, what, function, types in FAMILIES:
        print(f"\ntemplate <class E> struct {name};")
        for element, low, high, terms, twofold in types:
            coefficients = chebyfit(function, [low, high], terms)
            bound = float(log(largest_error(function, coefficients if twofold else [float(c) for c in coefficients], low, high), 2))
            print(f"/// {what} below 2^{bound + 0.05:.1f}.\n"
                  f"template <> struct {name}<{element}> {{\n" + of_coefficients(coefficients, twofold) + "\n};")
    print("} // namespace abacus\n\n#endif")


if __name__ == "__main__":
    main()
