// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices multiplied, 4x4 results a work-item, through local memory; no size is a multiple of the
// tile. The C++ packs both factors and keeps blocks of sums in registers.
#include "workload.h"

#include "kernels/dense_matrices/gemm.h"

namespace {

constexpr int m = 500, n = 516, k = 492, tile = 64;

void native(Team& team, std::vector<Words>& buffers) {
  const float *a = as<float>(buffers[1]), *b = as<float>(buffers[2]);
  multiply(
      team, as<float>(buffers[0]), m, n, k, [a](size_t row, size_t i) { return a[row * k + i]; },
      [b](size_t i, size_t column) { return b[i * n + column]; });
}

constexpr size_t items(int size) { return size_t(size + tile - 1) / tile * 16; }

const Registered registered("sgemm_4x4_odd_sizes", [] {
  return Workload{
      "sgemm_4x4_odd_sizes",
      R"(#define TILE 64
                     #define DEPTH 16
                     kernel void sgemm(global float* c, global const float* a, global const float* b,
                                       int m, int n, int k) {
                       local float ta[DEPTH][TILE], tb[DEPTH][TILE];
                       int x = get_local_id(0), y = get_local_id(1);
                       int top = get_group_id(1) * TILE, left = get_group_id(0) * TILE;
                       float sums[4][4];
                       for (int i = 0; i < 4; i++)
                         for (int j = 0; j < 4; j++)
                           sums[i][j] = 0;
                       for (int t = 0; t < k; t += DEPTH) {
                         for (int e = y * 16 + x; e < TILE * DEPTH; e += 256) {
                           int row = top + e / DEPTH, inner = t + e % DEPTH;
                           ta[e % DEPTH][e / DEPTH] =
                               row < m && inner < k ? a[row * k + inner] : 0.0f;
                           int col = left + e % TILE;
                           inner = t + e / TILE;
                           tb[e / TILE][e % TILE] = inner < k && col < n ? b[inner * n + col] : 0.0f;
                         }
                         barrier(CLK_LOCAL_MEM_FENCE);
                         for (int d = 0; d < DEPTH; d++) {
                           float fa[4], fb[4];
                           for (int i = 0; i < 4; i++) {
                             fa[i] = ta[d][y * 4 + i];
                             fb[i] = tb[d][x * 4 + i];
                           }
                           for (int i = 0; i < 4; i++)
                             for (int j = 0; j < 4; j++)
                               sums[i][j] += fa[i] * fb[j];
                         }
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       for (int i = 0; i < 4; i++)
                         for (int j = 0; j < 4; j++) {
                           int row = top + y * 4 + i, col = left + x * 4 + j;
                           if (row < m && col < n)
                             c[row * n + col] = sums[i][j];
                         }
                     })",
      {Words(m * n), random_floats(m * k), random_floats(k * n, 2)},
      {{"sgemm", {items(n), items(m)}, {16, 16}, {Buffer{0}, Buffer{1}, Buffer{2}, m, n, k}}},
      native,
      2e-9 * m * n * k,
      "GFLOP/s",
      2.0 * m * n * k,
      4.0 * (m * n + m * k + k * n),
      Element::float32,
      k * 0x1p-24}; // a rounding for each product at most
});

} // namespace
