#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/atan_table.h: arctangents of sixteenths, each as a double and what that leaves."""
import mpmath

mpmath.mp.dps = 60
COUNT = 16


def table(name, values):
    return f"inline constexpr __constant double atan_{name}[{COUNT}] = {{{', '.join(value.hex() for value in values)}}};"


def main():
    angles = [mpmath.atan(mpmath.mpf(i) / COUNT) for i in range(COUNT)]
    upper = [float(angle) for angle in angles]
    lower = [float(angle - value) for angle, value in zip(angles, upper)]
    print(f"""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from atan_table.py. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ATAN_TABLE_H
#define ABACUS_POLYNOMIALS_ATAN_TABLE_H

namespace abacus {{

/// atan_upper[i] + atan_lower[i] is the arctangent of i / {COUNT}.
{table('upper', upper)}
{table('lower', lower)}

}} // namespace abacus

#endif""")


main()
