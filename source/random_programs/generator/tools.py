# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where compilers, the runner and the driver are."""
import os
import shutil
from pathlib import Path

from generator.execution import ROOT, Tools

TREE = ROOT.parent.parent


def add_options(parser) -> None:
    parser.add_argument("--build", default=str(TREE / "build/release"),
                        help="folder with bin/random_program_runner and lib/libCL.so")
    parser.add_argument("--runner", help="the runner, instead of the build's")
    parser.add_argument("--libraries", help="folder of libCL.so, instead of the build's")


def find_tools(options) -> Tools:
    build = Path(options.build)
    header = TREE / "modules/builtins/headers/lanewise_opencl.h"
    return Tools(options.runner or str(build / "bin/random_program_runner"), options.libraries or str(build / "lib"),
                 clang=shutil.which("clang-22") or "", clang15=shutil.which("clang-15") or "",
                 translator=shutil.which("llvm-spirv-15") or "", validator=shutil.which("spirv-val") or "",
                 header=str(header) if header.exists() else "")
