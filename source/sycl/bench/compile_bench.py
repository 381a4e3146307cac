#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the SYCL headers weigh, and what compiling a small file costs beside plain C++.

usage: compile_bench.py <build folder>
"""
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

VADD = Path(__file__).resolve().parent.parent / "test/chain/Inputs/vadd.cpp"
PLAIN = """#include <cstdio>
#include <vector>
int main() {
  std::vector<float> a(1000), b(1000), c(1000);
  for (int i = 0; i < 1000; ++i) { a[i] = i; b[i] = 2 * i; }
  for (int i = 0; i < 1000; ++i) { c[i] = a[i] + b[i]; }
  std::printf("%g\\n", c[999]);
}
"""


def least_seconds(command, runs=5, on_the_clock=False):
    """Processor time, or what passes on the clock, the least of some runs: the machine may have other things to do."""
    times = []
    for _ in range(runs):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        times.append(ended - began if on_the_clock else
                     after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main():
    compiler = str(Path(sys.argv[1]).resolve() / "bin/oclsycl++")
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder, "empty.cpp")
        empty.write_text("#include <sycl/sycl.hpp>\n")
        plain = Path(folder, "plain.cpp")
        plain.write_text(PLAIN)
        program = str(Path(folder, "program"))
        text = subprocess.run([compiler, "-fsycl-device-only", "-E", "-P", empty], check=True, capture_output=True).stdout
        print(f"sycl.hpp, one pass: {text.count(bytes([10]))} lines, {len(text) / 1e6:.1f} MB")
        for name, options in (("host", ["-fsycl-host-only"]), ("device", ["-fsycl-device-only"])):
            seconds = least_seconds([compiler, *options, "-fsyntax-only", empty])
            print(f"sycl.hpp, syntax, {name} pass: {seconds:.2f} s")
        for what, on_the_clock in (("processor time", False), ("on the clock", True)):
            both = least_seconds([compiler, "-O2", "-c", VADD, "-o", program + ".o"], on_the_clock=on_the_clock)
            alone = least_seconds(["clang++-22", "-O2", "-c", plain, "-o", program + ".p.o"], on_the_clock=on_the_clock)
            print(f"vector addition to an object, -O2, {what}: {both:.2f} s; plain C++: {alone:.2f} s")
        link = least_seconds([compiler, program + ".o", "-o", program])
        print(f"its link, with the device's: {link:.2f} s")


if __name__ == "__main__":
    main()
