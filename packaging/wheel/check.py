# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one kernel on every platform that PyOpenCL shows, all in one process; fails unless these are the named ones. Other
drivers than Lanewise may be too old to compile for the CPU.

usage: check.py FOLDER PLATFORM...      (FOLDER: where Lanewise's libraries have to come from)
"""
import sys
from pathlib import Path

import numpy as np
import pyopencl as cl

SOURCE = """
kernel void squares(global float* x) { x[get_global_id(0)] = sin(x[get_global_id(0)]) * x[get_global_id(0)]; }
"""


def run(platform: cl.Platform) -> None:
    context = cl.Context(platform.get_devices())
    queue = cl.CommandQueue(context)
    values = np.arange(1000, dtype=np.float32)
    buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
    cl.Program(context, SOURCE).build().squares(queue, values.shape, None, buffer)
    computed = np.empty_like(values)
    cl.enqueue_copy(queue, computed, buffer)
    wrong = np.abs(computed - np.sin(values.astype(np.float64)) * values) > 1e-6 * np.maximum(values, 1)
    if wrong.any():
        sys.exit(f"error: {platform.name} computes {wrong.sum()} of {wrong.size} values wrong")


def main() -> int:
    folder, *expected = sys.argv[1:]
    platforms = cl.get_platforms()
    found = sorted(platform.name for platform in platforms)
    if found != sorted(expected):
        sys.exit(f"error: PyOpenCL shows the platforms {found}, not {sorted(expected)}")
    for platform in platforms:
        try:
            run(platform)
        except cl.Error as error:
            if platform.name == "Lanewise":
                raise
            print(f"note: {platform.name} does not run the kernel: {str(error).splitlines()[0]}")
    maps = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "lanewise" in line}
    libraries = {path for path in maps if "/liblanewise-" in path}
    if "Lanewise" in expected and (not libraries or any(not path.startswith(folder) for path in libraries)):
        sys.exit(f"error: Lanewise's libraries are {sorted(libraries)}, not those in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
