// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices multiplied, 8x8 results a work-item, through local memory that is filled four floats at
// a time. The C++ packs both factors and keeps blocks of sums in registers.
#include "workload.h"

#include "kernels/dense_matrices/gemm.h"

namespace {

constexpr int n = 512;

void native(Team& team, std::vector<Words>& buffers) {
  const float *a = as<float>(buffers[1]), *b = as<float>(buffers[2]);
  multiply(
      team, as<float>(buffers[0]), n, n, n, [a](size_t row, size_t i) { return a[row * n + i]; },
      [b](size_t i, size_t column) { return b[i * n + column]; });
}

const Registered registered("sgemm_8x8_float4", [] {
  return Workload{"sgemm_8x8_float4",
                  R"(#define TILE 128
                     #define DEPTH 8
                     kernel void sgemm(global float4* c, global const float4* a,
                                       global const float4* b, int n) {
                       local float ta[DEPTH][TILE];
                       local float4 tb[DEPTH][TILE / 4];
                       int x = get_local_id(0), y = get_local_id(1), id = y * 16 + x, quads = n / 4;
                       int top = get_group_id(1) * TILE, left = get_group_id(0) * (TILE / 4);
                       int row = id / 2, inner = id % 2;
                       float4 sums[8][2];
                       for (int i = 0; i < 8; i++)
                         sums[i][0] = sums[i][1] = 0;
                       for (int t = 0; t < n; t += DEPTH) {
                         float4 four = a[(top + row) * quads + t / 4 + inner];
                         ta[inner * 4][row] = four.x;
                         ta[inner * 4 + 1][row] = four.y;
                         ta[inner * 4 + 2][row] = four.z;
                         ta[inner * 4 + 3][row] = four.w;
                         tb[id / 32][id % 32] = b[(t + id / 32) * quads + left + id % 32];
                         barrier(CLK_LOCAL_MEM_FENCE);
                         for (int d = 0; d < DEPTH; d++) {
                           float4 low = tb[d][x * 2], high = tb[d][x * 2 + 1];
                           for (int i = 0; i < 8; i++) {
                             float factor = ta[d][y * 8 + i];
                             sums[i][0] += factor * low;
                             sums[i][1] += factor * high;
                           }
                         }
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       for (int i = 0; i < 8; i++) {
                         c[(top + y * 8 + i) * quads + left + x * 2] = sums[i][0];
                         c[(top + y * 8 + i) * quads + left + x * 2 + 1] = sums[i][1];
                       }
                     })",
                  {Words(n * n), random_floats(n * n), random_floats(n * n, 2)},
                  {{"sgemm", {n / 8, n / 8}, {16, 16}, {Buffer{0}, Buffer{1}, Buffer{2}, n}}},
                  native,
                  2e-9 * n * n * n,
                  "GFLOP/s",
                  2.0 * n * n * n,
                  12.0 * n * n,
                  Element::float32,
                  n * 0x1p-24}; // a rounding for each product at most
});

} // namespace
