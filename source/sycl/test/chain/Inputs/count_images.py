# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints how many device images each of some programs has."""
import sys

print(*(open(program, "rb").read().count(b"LWSI") for program in sys.argv[1:]))
