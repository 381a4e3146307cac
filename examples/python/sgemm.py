#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices in three steps, each compared with NumPy: one element a work-item, tiles in local memory, and
several elements a work-item.

Notice: advice for GPUs does not carry over. On a CPU the first step is already fast, as neighbouring work-items become
a vector; local memory is a part of the same cache, and what it is a copy of is read where it is.
"""
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

kernel void four_rows(global const float *a, global const float *b, global float *c, int n) {
  int column = get_global_id(0), row = 4 * get_global_id(1);
  float sum[4] = {0};
  for (int k = 0; k < n; ++k) {
    float element = b[k * n + column];
    for (int i = 0; i < 4; ++i)
      sum[i] += a[(row + i) * n + k] * element;
  }
  for (int i = 0; i < 4; ++i)
    c[(row + i) * n + column] = sum[i];
}
"""


def main() -> None:
    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    random = np.random.default_rng(3)
    a, b = random.random((2, N, N), dtype=np.float32)
    flags = cl.mem_flags.COPY_HOST_PTR
    on_device = [cl.Buffer(context, flags, hostbuf=m) for m in (a, b)]
    result = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, a.nbytes)
    program = cl.Program(context, SOURCE).build(f"-DTILE={TILE}")
    product = np.empty_like(a)
    for name, size, local in (("naive", (N, N), None), ("tiled", (N, N), (TILE, TILE)), ("four_rows", (N, N // 4), None)):
        kernel = cl.Kernel(program, name)
        best = float("inf")
        for _ in range(6):
            begin = time.perf_counter()
            kernel(queue, size, local, *on_device, result, np.int32(N))
            queue.finish()
            best = min(best, time.perf_counter() - begin)
        cl.enqueue_copy(queue, product, result)
        np.testing.assert_allclose(product, a @ b, rtol=1e-4)
        print(f"{name:10} {2 * N**3 / best / 1e9:6.1f} GFLOP/s")


if __name__ == "__main__":
    main()
