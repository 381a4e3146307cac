#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the programs in scripts/clients/sycl with Clang and the headers of DPC++'s wheels, and runs them on the driver and on
Intel's CPU driver. DPC++'s runtime compiles their kernels from SYCL source while they run; the programs check the results.

usage: sycl_programs.py [--drivers lanewise,intel] [BUILD]

Ends with 1 if a test fails on Lanewise.
"""
import argparse
import collections
import subprocess
import sys
from pathlib import Path

from dpcpp import PLACE, ROOT, environment, install

SOURCES = ROOT / "scripts/clients/sycl"


def build(source):
    """The wheels have no compiler; a host program needs none of DPC++'s own."""
    program = PLACE / f"sycl_{source.stem}"
    inputs = [source, SOURCES / "programs.h"]
    if not program.exists() or any(program.stat().st_mtime < one.stat().st_mtime for one in inputs):
        subprocess.run(["clang++-22", "-std=c++20", "-w", "-O1", source, f"-I{PLACE}/include", f"-L{PLACE}/lib", "-lsycl",
                        "-o", program], check=True)
    return program


def run(program, driver, library):
    """How many tests are right, and what is said of the others."""
    done = subprocess.run([program], env=environment(driver, library), text=True, capture_output=True, timeout=600)
    lines = [line for line in done.stdout.splitlines() if line.startswith(("ok ", "wrong ", "error "))]
    others = [line for line in lines if not line.startswith("ok ")]
    if done.returncode not in (0, 1):
        others.append(f"the program ended with {done.returncode}: {done.stderr[-300:]}")
    return len(lines) - len(others), others


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drivers", default="lanewise,intel")
    parser.add_argument("build", nargs="?", type=Path, default=ROOT / "build/release")
    arguments = parser.parse_args()
    install()
    libraries = {"lanewise": arguments.build.resolve() / "lib/liblanewise-opencl.so.0",
                 "intel": PLACE / "lib/libintelocl.so"}
    failed = collections.Counter()
    print("| programs | driver | right | others |\n|---|---|--:|--:|")
    for source in sorted(SOURCES.glob("*.cpp")):
        program = build(source)
        for driver in arguments.drivers.split(","):
            right, others = run(program, driver, libraries[driver])
            failed[driver] += len(others)
            print(f"| {source.stem} | {driver} | {right} | {len(others)} |")
            for line in others:
                print(f"    {line}")
    sys.exit(1 if failed["lanewise"] else 0)


if __name__ == "__main__":
    main()
