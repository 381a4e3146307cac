#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Array arithmetic, a reduction and a scan from PyOpenCL's own library, compared with NumPy.

Notice: each operator of an expression is a kernel and makes a new array, whose memory the system has to provide. One kernel
for the whole expression goes through memory once, and is many times as fast.
"""
import argparse
import time

import numpy as np
import pyopencl as cl
import pyopencl.array
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import InclusiveScanKernel

COUNT = 1_000_003


def seconds(run, queue: cl.CommandQueue | None = None) -> float:
    """Of the fastest of some runs, each to the end of what it enqueues."""
    times = []
    for _ in range(20):
        begin = time.perf_counter()
        run()
        if queue:
            queue.finish()
        times.append(time.perf_counter() - begin)
    return min(times)


def beside_numpy(ours: float, theirs: float) -> str:
    return f"{COUNT / ours / 1e6:.0f} million elements a second, {theirs / ours:.1f} times as fast as NumPy"


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    device = cl.get_platforms()[0].get_devices()[0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    print("device:", device.name)
    random = np.random.default_rng(7)
    a = random.random(COUNT, dtype=np.float32)
    b = random.random(COUNT, dtype=np.float32) + 1
    device_a = cl.array.to_device(queue, a)
    device_b = cl.array.to_device(queue, b)

    np.testing.assert_allclose((2 * device_a + device_b - device_a / device_b).get(),
                               2 * a + b - a / b, rtol=1e-6)
    whole = ElementwiseKernel(context, "float *out, const float *a, const float *b", "out[i] = 2 * a[i] + b[i] - a[i] / b[i]")
    out = cl.array.empty_like(device_a)
    whole(out, device_a, device_b)
    np.testing.assert_allclose(out.get(), 2 * a + b - a / b, rtol=1e-6)
    at_once = seconds(lambda: whole(out, device_a, device_b), queue)
    by_operators = seconds(lambda: 2 * device_a + device_b - device_a / device_b, queue)
    print(f"arithmetic: right; in one kernel {beside_numpy(at_once, seconds(lambda: 2 * a + b - a / b))}, "
          f"{by_operators / at_once:.0f} times as fast as operator by operator")

    dot = ReductionKernel(context, np.float32, neutral="0", reduce_expr="a + b",
                          map_expr="x[i] * y[i]",
                          arguments="__global const float *x, __global const float *y")
    np.testing.assert_allclose(dot(device_a, device_b).get(), a.astype(np.float64) @ b, rtol=1e-4)
    print("reduction: right;", beside_numpy(seconds(lambda: dot(device_a, device_b), queue), seconds(lambda: (a * b).sum())))

    numbers = random.integers(0, 100, COUNT).astype(np.int64)
    device_numbers = cl.array.to_device(queue, numbers)
    scan = InclusiveScanKernel(context, np.int64, "a + b", neutral="0")
    sums = cl.array.empty_like(device_numbers)
    scan(device_numbers, sums)
    np.testing.assert_array_equal(sums.get(), np.cumsum(numbers))
    print("scan: right;", beside_numpy(seconds(lambda: scan(device_numbers, sums), queue), seconds(lambda: np.cumsum(numbers))))


if __name__ == "__main__":
    main()
