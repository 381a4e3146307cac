// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices multiplied, a tile of the product a work-group, through local memory. The C++ keeps such
// a tile in sixteen registers.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr int n = 512;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / lanes, 1, [&](size_t first, size_t last) {
    const float *a = as<float>(buffers[1]), *b = as<float>(buffers[2]);
    float* c = as<float>(buffers[0]);
    constexpr int deep = 128; // rows of B that stay in the first cache
    for (size_t row = first * lanes; row < last * lanes; row += lanes) {
      for (int from = 0; from < n; from += deep) {
        for (int col = 0; col < n; col += lanes) {
          Floats sums[lanes];
          for (int r = 0; r < lanes; ++r) {
            sums[r] = from ? load<Floats>(c + (row + size_t(r)) * n + col) : Floats{};
          }
          for (int i = from; i < from + deep; ++i) {
            const auto factors = load<Floats>(b + i * n + col);
            for (int r = 0; r < lanes; ++r) {
              sums[r] += a[(row + size_t(r)) * n + size_t(i)] * factors;
            }
          }
          for (int r = 0; r < lanes; ++r) {
            store(c + (row + size_t(r)) * n + col, sums[r]);
          }
        }
      }
    }
  });
}

const Registered registered("sgemm_tiled", [] {
  return Workload{"sgemm_tiled",
                  R"(#define TILE 16
                     kernel void sgemm(global float* c, global const float* a, global const float* b,
                                       int n) {
                       local float ta[TILE][TILE], tb[TILE][TILE];
                       int x = get_local_id(0), y = get_local_id(1);
                       int col = get_global_id(0), row = get_global_id(1);
                       float sum = 0;
                       for (int t = 0; t < n; t += TILE) {
                         ta[y][x] = a[row * n + t + x];
                         tb[y][x] = b[(t + y) * n + col];
                         barrier(CLK_LOCAL_MEM_FENCE);
                         for (int i = 0; i < TILE; i++)
                           sum += ta[y][i] * tb[i][x];
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       c[row * n + col] = sum;
                     })",
                  {Words(n * n), random_floats(n * n), random_floats(n * n)},
                  {{"sgemm", {n, n}, {16, 16}, {Buffer{0}, Buffer{1}, Buffer{2}, n}}},
                  native,
                  2e-9 * n * n * n,
                  "GFLOP/s",
                  2.0 * n * n * n,
                  12.0 * n * n,
                  Element::float32,
                  1e-4};
});

} // namespace
