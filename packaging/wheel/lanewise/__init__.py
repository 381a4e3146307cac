# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The OpenCL driver Lanewise.

PyOpenCL finds it without being told. Other programs need `OCL_ICD_VENDORS=$(python3 -m lanewise)`.
"""
import os
import sys
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent
#: The driver, as OCL_ICD_VENDORS takes it.
library = str(_FOLDER / "liblanewise-opencl.so.0")


def clc() -> None:
    """The offline compiler."""
    os.execv(_FOLDER / "clc", ["clc", *sys.argv[1:]])
