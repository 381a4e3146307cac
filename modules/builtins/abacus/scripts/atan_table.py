#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes polynomials/atan_table.h: arctangents of sixteenths, each as a double and what that leaves."""
import mpmath
import sixteenths_table

sixteenths_table.write("atan", mpmath.atan, "the arctangent of i / {}")
