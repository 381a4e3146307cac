#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the digits of 2/pi that angles of any size need to standard output: the header
source/polynomials/two_over_pi.h, through clang-format. Needs mpmath (Debian: python3-mpmath).

Element j holds the `bits` binary digits that begin `step` j after the point, as a number below 1.
"""
from mpmath import floor, ldexp, mp, mpf, pi

mp.prec = 1500
TYPES = [("float", 24, 127), ("double", 48, 1023)]  # bits each, largest exponent


def main():
    print("// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.\n"
          "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n//\n"
          "// Written by abacus/scripts/derive_all from two_over_pi.py. Do not edit.\n"
          "#ifndef ABACUS_POLYNOMIALS_TWO_OVER_PI_H\n#define ABACUS_POLYNOMIALS_TWO_OVER_PI_H\n\n"
          "namespace abacus {\n")
    for element, bits, exponent in TYPES:
        step = bits // 3
        values = []
        for j in range((exponent - bits) // step + 11):
            digits = int(floor(ldexp(2 / pi, step * j + bits))) % 2**bits
            values.append(float(ldexp(mpf(digits), -bits)).hex())
        suffix = "f" if element == "float" else ""
        print(f"inline constexpr __constant {element} two_over_pi_{element}[{len(values)}] = {{"
              + ", ".join(v + suffix for v in values) + "};")
    print("\n} // namespace abacus\n\n#endif")


if __name__ == "__main__":
    main()
