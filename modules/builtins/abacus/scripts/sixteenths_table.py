# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What exp2_table.py and atan_table.py write: values of a function at sixteenths, each as a double and what that leaves. And at
finer steps, where floats have a table, too."""
import struct

import mpmath

COUNT = 16


def single(number):
    return struct.unpack("<f", struct.pack("<f", float(number)))[0]


def tables(name, kind, function, rounded, count, with_ratios):
    """Prints both tables of a type, and ratios of their elements."""
    values = [function(mpmath.mpf(i) / count) for i in range(count)]
    upper = [rounded(value) for value in values]
    lower = [rounded(value - near) for value, near in zip(values, upper)]
    parts = [("upper", upper), ("lower", lower)]
    if with_ratios:
        parts.append(("ratio", [rounded((value - near) / near) for value, near in zip(values, upper)]))
    for part, numbers in parts:
        print(f"inline constexpr __constant {kind} {name}_{part}[{count}] = {{{', '.join(number.hex() for number in numbers)}}};")


def write(name, function, meaning, single_count=0, with_ratios=False, more=lambda: None):
    """Prints polynomials/<name>_table.h. `meaning` says of what the sum of both tables' elements is, with the count. `more` prints
    tables of its own."""
    mpmath.mp.dps = 60
    guard = f"ABACUS_POLYNOMIALS_{name.upper()}_TABLE_H"
    print(f"""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from {name}_table.py. Do not edit.
#ifndef {guard}
#define {guard}

namespace abacus {{

/// {name}_upper[i] + {name}_lower[i] is {meaning.format(COUNT)}{f"; {name}_ratio[i] is {name}_lower[i] / {name}_upper[i]" if with_ratios else ""}.""")
    tables(name, "double", function, float, COUNT, with_ratios)
    if single_count:
        print(f"/// {name}_of_float_upper[i] + {name}_of_float_lower[i] is {meaning.format(single_count)}, likewise.")
        tables(f"{name}_of_float", "float", function, single, single_count, with_ratios)
    more()
    print("""
} // namespace abacus

#endif""")
