#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/exp2_table.h: powers of 2 with sixteenths as exponents, each as a double and what that leaves."""
import mpmath

mpmath.mp.dps = 60
COUNT = 16


def table(name, values):
    return f"inline constexpr __constant double exp2_{name}[{COUNT}] = {{{', '.join(value.hex() for value in values)}}};"


def main():
    powers = [mpmath.mpf(2) ** (mpmath.mpf(i) / COUNT) for i in range(COUNT)]
    upper = [float(power) for power in powers]
    lower = [float(power - value) for power, value in zip(powers, upper)]
    print(f"""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from exp2_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_EXP2_TABLE_H
#define ABACUS_POLYNOMIALS_EXP2_TABLE_H

namespace abacus {{

/// exp2_upper[i] + exp2_lower[i] is 2^(i / {COUNT}).
{table('upper', upper)}
{table('lower', lower)}

}} // namespace abacus

#endif""")


main()
