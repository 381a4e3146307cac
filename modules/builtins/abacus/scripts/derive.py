#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derives the polynomials of erf, erfc, tgamma and lgamma: prints each one's coefficients, highest
power first, and its largest relative error. Needs mpmath (Debian: python3-mpmath).

usage: derive.py
"""
from mpmath import chebyfit, erf, erfc, exp, gamma, loggamma, mp, mpf, sqrt

mp.prec = 200


def relative_error(function, coefficients, low, high):
    worst = mpf(0)
    for i in range(401):
        x = low + (high - low) * i / 400
        p = mpf(0)
        for c in coefficients:
            p = p * x + c
        exact = function(x)
        worst = max(worst, abs(p - exact) / abs(exact))
    return float(worst)


def show(name, function, low, high, terms):
    low, high = mpf(low), mpf(high)
    coefficients = [float(c) for c in chebyfit(function, [low, high], terms)]
    error = relative_error(function, coefficients, low, high)
    print(f"{name} on [{float(low)}, {float(high)}], relative error {error:.1e}:")
    for c in coefficients:
        print("   ", c.hex())


def erf_over_x(z):
    x = sqrt(z) if z > 0 else mpf("1e-20")
    return erf(x) / x


def scaled_erfc(t):
    """(1 + 2x) e^(x^2) erfc(x) with t = (x - 3.75) / (x + 3.75)."""
    x = mpf("3.75") * (1 + t) / (1 - t)
    return (1 + 2 * x) * exp(x * x) * erfc(x)


def log_gamma_over(offset):
    def function(z):
        z = z if abs(z) > mpf("1e-20") else mpf("1e-20")
        return loggamma(offset + z) / z
    return function


def main():
    show("erf(sqrt z) / sqrt z", erf_over_x, 0, 1, 15)
    show("scaled erfc", scaled_erfc, (1 - 3.75) / 4.75, (28 - 3.75) / 31.75, 22)
    show("gamma(2.5 + t)", lambda t: gamma(mpf("2.5") + t), -0.5, 0.5, 19)
    show("lgamma(1 + z) / z", log_gamma_over(1), -0.5, 0.5, 30)
    show("lgamma(2 + z) / z", log_gamma_over(2), -0.5, 0.5, 20)


if __name__ == "__main__":
    main()
