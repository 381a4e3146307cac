# Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where compilers, the runner and the driver are."""
import os
import shutil
from pathlib import Path

from generator.harness.execution import ROOT, Tools

TREE = ROOT.parent.parent


def add_options(parser) -> None:
    parser.add_argument("--build", default=str(TREE / "build/release"),
                        help="folder with bin/random_program_runner and lib/libCL.so")
    parser.add_argument("--runner", help="the runner, instead of the build's")
    parser.add_argument("--libraries", help="folder of libCL.so, instead of the build's")
    parser.add_argument("--clc", help="the offline compiler, instead of the build's")
    parser.add_argument("--aarch64", help="build for AArch64; without it, \"aarch64\" beside the build")


def find_tools(options) -> Tools:
    build = Path(options.build)
    header = TREE / "modules/builtins/headers/lanewise_opencl.h"
    tools = Tools(options.runner or str(build / "bin/random_program_runner"), options.libraries or str(build / "lib"),
                  clang=shutil.which("clang-22") or "", clang15=shutil.which("clang-15") or "",
                  translator=shutil.which("llvm-spirv-15") or "", validator=shutil.which("spirv-val") or "",
                  header=str(header) if header.exists() else "")
    find_emulator(tools, options.clc or build / "bin/clc", build.parent / "aarch64" if options.aarch64 is None else options.aarch64)
    return tools


def find_emulator(tools, clc, build) -> None:
    """Sets all that running programs on AArch64 takes, or nothing. `build` may be ""."""
    emulator, libraries = shutil.which("qemu-aarch64"), Path("/usr/aarch64-linux-gnu")
    runner = Path(build, "bin/random_program_runner")
    if build and emulator and libraries.exists() and runner.exists() and Path(clc).exists():
        tools.clc, tools.emulator = str(clc), (emulator, "-L", str(libraries))
        tools.emulated_runner, tools.emulated_libraries = str(runner), str(Path(build, "lib"))
