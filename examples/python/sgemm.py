#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices in three steps, each compared with NumPy: one element a work-item, tiles in local memory, eight rows
a work-item.

Notice: advice for GPUs does not carry over. On a CPU neighbouring work-items become a vector, and what counts is how often
each vector of b that is loaded is multiplied. Local memory is a part of the same cache: the compiler reads what it is a copy
of, and tiles help only because the group is known to share what it loads. Eight rows say the same without any.
"""
import argparse
import time

import numpy as np
import pyopencl as cl

N, TILE = 512, 16
SOURCE = """
kernel void naive(global const float *a, global const float *b, global float *c, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void tiled(global const float *a, global const float *b, global float *c, int n) {
  local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int first = 0; first < n; first += TILE) {
    tile_a[y][x] = a[row * n + first + x];
    tile_b[y][x] = b[(first + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void rows(global const float *a, global const float *b, global float *c, int n) {
  int column = get_global_id(0), row = ROWS * get_global_id(1);
  float sum[ROWS] = {0};
  for (int k = 0; k < n; ++k) {
    float element = b[k * n + column];
    for (int i = 0; i < ROWS; ++i)
      sum[i] += a[(row + i) * n + k] * element;
  }
  for (int i = 0; i < ROWS; ++i)
    c[(row + i) * n + column] = sum[i];
}
"""


# Name, kernel, rows of a work-item, local size, what to notice.
STEPS = (
    ("naive", "naive", 1, None, "each vector of b that is loaded is multiplied once"),
    ("tiled", "tiled", 1, (TILE, TILE), "work-items of a group share what is loaded"),
    ("eight rows", "rows", 8, None, "eight times; the eight sums are in registers, and do not wait for each other"),
)


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    random = np.random.default_rng(3)
    a, b = random.random((2, N, N), dtype=np.float32)
    flags = cl.mem_flags.COPY_HOST_PTR
    on_device = [cl.Buffer(context, flags, hostbuf=m) for m in (a, b)]
    result = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, a.nbytes)
    product = np.empty_like(a)
    kernels = [cl.Kernel(cl.Program(context, SOURCE).build(f"-DTILE={TILE} -DROWS={rows}"), kernel)
               for _, kernel, rows, _, _ in STEPS]
    best = [float("inf")] * len(STEPS)
    expected = a @ b
    for number, (kernel, (_, _, rows, local, _)) in enumerate(zip(kernels, STEPS)):
        for _ in range(30):  # the first few are slower: variants for this size are compiled meanwhile
            begin = time.perf_counter()
            kernel(queue, (N, N // rows), local, *on_device, result, np.int32(N))
            queue.finish()
            best[number] = min(best[number], time.perf_counter() - begin)
        cl.enqueue_copy(queue, product, result)
        np.testing.assert_allclose(product, expected, rtol=1e-4)
    for (name, _, _, _, notice), seconds in zip(STEPS, best):
        print(f"{name:10} {2 * N**3 / seconds / 1e9:6.1f} GFLOP/s  {best[0] / seconds:4.1f} times the first: {notice}")


if __name__ == "__main__":
    main()
