#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel that Clang compiles to SPIR-V beforehand.

Notice: the program has no source at run time, and the driver does not run Clang's front end.
"""
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pyopencl as cl

SOURCE = """kernel void squares(global int *out) { int i = get_global_id(0); out[i] = i * i; }
"""


def main() -> None:
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
    print(f"a module of {len(il)} bytes gives the right squares")


if __name__ == "__main__":
    main()
