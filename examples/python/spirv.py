#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel that Clang compiles to SPIR-V beforehand.

Notice: the program has no source at run time, and the driver does not run Clang's front end, so it is ready sooner.
"""
import argparse
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import pyopencl as cl

SOURCE = """kernel void squares(global int *out) { int i = get_global_id(0); out[i] = i * i; }
"""


def build_seconds(context: cl.Context, text: str | bytes) -> float:
    """Of the fastest of some builds, each with an option of its own, so that no cache answers."""
    times = []
    for number in range(10):
        begin = time.perf_counter()
        cl.Program(context, text).build(f"-DNUMBER={time.time_ns()}", cache_dir=False)
        times.append(time.perf_counter() - begin)
    return min(times)


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source, module = Path(folder, "squares.cl"), Path(folder, "squares.spv")
        source.write_text(SOURCE)
        subprocess.run(["clang-22", "-target", "spirv64", "-c", "-cl-std=CL1.2", source, "-o", module], check=True)
        il = module.read_bytes()
    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    program = cl.Program(context, il).build()
    out = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, 4 * 1000)
    kernel = cl.Kernel(program, "squares")
    kernel(queue, (1000,), None, out)
    squares = np.empty(1000, np.int32)
    cl.enqueue_copy(queue, squares, out)
    assert (squares == np.arange(1000) ** 2).all()
    print(f"a module of {len(il)} bytes gives the right squares; it builds in {1e3 * build_seconds(context, il):.1f} ms, "
          f"the source in {1e3 * build_seconds(context, SOURCE):.1f} ms")


if __name__ == "__main__":
    main()
