# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What exp2_table.py and atan_table.py write: values of a function at sixteenths, each as a double and what that leaves."""
import mpmath

COUNT = 16


def write(name, function, meaning):
    """Prints polynomials/<name>_table.h. `meaning` says of what the sum of both tables' elements is."""
    mpmath.mp.dps = 60
    values = [function(mpmath.mpf(i) / COUNT) for i in range(COUNT)]
    upper = [float(value) for value in values]
    lower = [float(value - near) for value, near in zip(values, upper)]

    def table(part, numbers):
        return f"inline constexpr __constant double {name}_{part}[{COUNT}] = " \
               f"{{{', '.join(number.hex() for number in numbers)}}};"

    guard = f"ABACUS_POLYNOMIALS_{name.upper()}_TABLE_H"
    print(f"""// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from {name}_table.py. Do not edit.
#ifndef {guard}
#define {guard}

namespace abacus {{

/// {name}_upper[i] + {name}_lower[i] is {meaning}.
{table('upper', upper)}
{table('lower', lower)}

}} // namespace abacus

#endif""")
