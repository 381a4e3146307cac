#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes SPIR-V of every program of the kernel tests, by Clang (LLVM's SPIR-V back end).

usage: make_spirv.py FOLDER CLANG HEADER COMMAND...

COMMAND is kernel_test. It runs the tests once, from source and not optimised, in as many processes as there
are CPUs, and writes each program into FOLDER (to_spirv.h); those whose module is missing there, or older than
Clang, HEADER or this script, are compiled, on all CPUs. Modules of programs that are no longer in the tests are
removed.
"""
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FLAGS = ["-target", "spirv64", "-c", "-x", "cl", "-w", "-Dcl_khr_extended_async_copies=1", "-Dcl_khr_async_work_group_copy_fence=1",
         "-Xclang", "-mllvm", "-Xclang", "--spirv-ext=+SPV_EXT_relaxed_printf_string_address_space,+SPV_KHR_shader_clock"]


def list_part(folder: Path, command: list[str], part: int, parts: int) -> str:
    """What the tests of this part print if one fails."""
    environment = {"LANEWISE_KERNEL_SOURCES": str(folder), "GTEST_TOTAL_SHARDS": str(parts),
                   "GTEST_SHARD_INDEX": str(part)}
    listed = subprocess.run([*command, "--gtest_filter=*/fromSpirv", "--gtest_brief=1"], env=os.environ | environment,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return listed.stdout[-4000:] if listed.returncode else ""


def list_programs(folder: Path, command: list[str]) -> list[Path]:
    for old in folder.glob("*.cl"):
        old.unlink()
    parts = os.cpu_count()
    with ThreadPoolExecutor(parts) as threads:
        for failure in threads.map(lambda part: list_part(folder, command, part, parts), range(parts)):
            if failure:
                # No reason not to build: the tests fail later, too.
                print(f"make_spirv.py: while programs were listed, tests failed:\n{failure}")
    return sorted(folder.glob("*.cl"))


def compile_program(program: Path, clang: str, header: str) -> str:
    """What Clang says if it fails."""
    with program.open() as text:
        options = shlex.split(text.readline().removeprefix("//"))
    made = program.with_suffix(".new")
    result = subprocess.run([clang, *FLAGS, "-include", header, *options, program, "-o", made],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        return f"{program}:\n{result.stdout}"
    made.rename(program.with_suffix(".spv"))
    return ""


def main() -> None:
    folder, clang, header, *command = sys.argv[1:]
    modules = Path(folder)
    modules.mkdir(parents=True, exist_ok=True)
    programs = list_programs(modules, command)
    for module in modules.glob("*.spv"):
        if not module.with_suffix(".cl").exists():
            module.unlink()
    newest = max(os.stat(path).st_mtime for path in (clang, header, __file__))

    def is_stale(program: Path) -> bool:
        module = program.with_suffix(".spv")
        return not module.exists() or module.stat().st_mtime < newest
    stale = [program for program in programs if is_stale(program)]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        errors = [error for error in threads.map(
            lambda program: compile_program(program, clang, header), stale) if error]
    if errors:
        sys.exit("\n".join(errors))
    print(f"{len(programs)} programs as SPIR-V, {len(stale)} of them new")


if __name__ == "__main__":
    main()
