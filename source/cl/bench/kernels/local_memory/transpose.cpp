// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A matrix transposed tile by tile through local memory. The C++ turns 16x16 tiles in registers.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr size_t n = 2048;

void turn(const float* from, float* to) {
  Floats rows[lanes], next[lanes];
  for (size_t i = 0; i < lanes; ++i) {
    rows[i] = load<Floats>(from + i * n);
  }
  for (int step = 0; step < 4; ++step) { // a perfect shuffle each: four of them transpose
    for (int i = 0; i < lanes / 2; ++i) {
      next[2 * i] = __builtin_shufflevector(rows[i], rows[i + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20,
                                            5, 21, 6, 22, 7, 23);
      next[2 * i + 1] = __builtin_shufflevector(rows[i], rows[i + 8], 8, 24, 9, 25, 10, 26, 11, 27,
                                                12, 28, 13, 29, 14, 30, 15, 31);
    }
    std::memcpy(rows, next, sizeof rows);
  }
  for (size_t i = 0; i < lanes; ++i) {
    store(to + i * n, rows[i]);
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / lanes, 8, [&](size_t first, size_t last) {
    for (size_t row = first * lanes; row < last * lanes; row += lanes) {
      for (size_t column = 0; column < n; column += lanes) {
        turn(as<float>(buffers[1]) + row * n + column, as<float>(buffers[0]) + column * n + row);
      }
    }
  });
}

const Registered registered("transpose", [] {
  return Workload{"transpose",
                  R"(#define TILE 16
                     kernel void transpose(global float* out, global const float* in, int n) {
                       local float tile[TILE][TILE + 1];
                       int x = get_local_id(0), y = get_local_id(1);
                       int column = get_group_id(0) * TILE, row = get_group_id(1) * TILE;
                       tile[y][x] = in[(row + y) * n + column + x];
                       barrier(CLK_LOCAL_MEM_FENCE);
                       out[(column + y) * n + row + x] = tile[x][y];
                     })",
                  {Words(n * n), random_floats(n * n)},
                  {{"transpose", {n, n}, {16, 16}, {Buffer{0}, Buffer{1}, int32_t(n)}}},
                  native,
                  8e-9 * n * n,
                  "GB/s",
                  0,
                  8.0 * n * n};
});

} // namespace
