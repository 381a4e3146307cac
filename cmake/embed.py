#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the bytes of a file as the elements of a C++ array initializer.

usage: embed.py INPUT OUTPUT
"""
import sys
from pathlib import Path


def main() -> None:
    source, output = sys.argv[1:]
    data = Path(source).read_bytes()
    rows = (data[start:start + 24] for start in range(0, len(data), 24))
    Path(output).write_text("".join(",".join(map(str, row)) + ",\n" for row in rows))


if __name__ == "__main__":
    main()
