#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Array arithmetic, a reduction and a scan from PyOpenCL's own library, compared with NumPy.

Knows nothing of Lanewise: it takes the first platform that the ICD loader offers.
"""
import numpy as np
import pyopencl as cl
import pyopencl.array
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import InclusiveScanKernel

COUNT = 1_000_003


def main() -> None:
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
    print("arithmetic: right")

    dot = ReductionKernel(context, np.float32, neutral="0", reduce_expr="a + b",
                          map_expr="x[i] * y[i]",
                          arguments="__global const float *x, __global const float *y")
    np.testing.assert_allclose(dot(device_a, device_b).get(), a.astype(np.float64) @ b, rtol=1e-4)
    print("reduction: right")

    numbers = random.integers(0, 100, COUNT).astype(np.int64)
    device_numbers = cl.array.to_device(queue, numbers)
    InclusiveScanKernel(context, np.int64, "a + b", neutral="0")(device_numbers)
    np.testing.assert_array_equal(device_numbers.get(), np.cumsum(numbers))
    print("scan: right")


if __name__ == "__main__":
    main()
