#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/exp2_table.h: powers of 2 with sixteenths as exponents, each as a double and what that leaves."""
import mpmath
import sixteenths_table

sixteenths_table.write("exp2", lambda x: mpmath.mpf(2) ** x, "2^(i / {})", 32, with_ratios=True)
