// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many matrices of 8x8 numbers, each split into a lower and an upper triangle by a work-item that
// keeps it in a private array. The C++ turns sixteen matrices, so that each has a lane. Its sums
// wait for reads of what was just written, because registers do not hold 64 vectors.
#include "workload.h"

#include "kernels/batches/turn.h"

namespace {

constexpr size_t n = 8, size = n * n, matrices = 40000;

void split(Floats (&a)[size]) {
#pragma GCC unroll 8
  for (size_t k = 0; k < n; ++k) {
    const Floats inverse = 1 / a[k * n + k];
#pragma GCC unroll 8
    for (size_t i = k + 1; i < n; ++i) {
      const Floats factor = a[i * n + k] * inverse;
      a[i * n + k] = factor;
#pragma GCC unroll 8
      for (size_t j = k + 1; j < n; ++j) {
        a[i * n + j] -= factor * a[k * n + j];
      }
    }
  }
}

/// Columns of sixteen matrices to or from vectors, a block of sixteen numbers of each at a time.
template <bool back> void exchange(float* memory, Floats (&a)[size]) {
  for (size_t block = 0; block < size; block += lanes) {
    Floats rows[lanes];
    for (size_t l = 0; l < lanes; ++l) {
      rows[l] = back ? a[block + l] : load<Floats>(memory + l * size + block);
    }
    turn(rows);
    for (size_t l = 0; l < lanes; ++l) {
      if (back) {
        store(memory + l * size + block, rows[l]);
      } else {
        a[block + l] = rows[l];
      }
    }
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(matrices / lanes, 32, [&](size_t first, size_t last) {
    for (size_t i = first * lanes * size; i < last * lanes * size; i += lanes * size) {
      Floats a[size];
      exchange<false>(as<float>(buffers[1]) + i, a);
      split(a);
      exchange<true>(as<float>(buffers[0]) + i, a);
    }
  });
}

Workload make() {
  Words numbers = random_floats(matrices * size);
  for (size_t i = 0; i < matrices * n; ++i) {
    as<float>(numbers)[i / n * size + i % n * (n + 1)] += 10; // no pivots are needed
  }
  return {"lu_8x8_batch",
          R"(#define N 8
             kernel void lu(global float* out, global const float* in) {
               int matrix = get_global_id(0);
               float a[N][N];
               for (int i = 0; i < N; i++)
                 for (int j = 0; j < N; j++)
                   a[i][j] = in[matrix * N * N + i * N + j];
               for (int k = 0; k < N; k++) {
                 float inverse = 1.0f / a[k][k];
                 for (int i = k + 1; i < N; i++) {
                   a[i][k] *= inverse;
                   for (int j = k + 1; j < N; j++)
                     a[i][j] -= a[i][k] * a[k][j];
                 }
               }
               for (int i = 0; i < N; i++)
                 for (int j = 0; j < N; j++)
                   out[matrix * N * N + i * N + j] = a[i][j];
             })",
          {Words(matrices * size), numbers},
          {{"lu", {matrices}, {64}, {Buffer{0}, Buffer{1}}}},
          native,
          1e-6 * matrices,
          "M matrices/s",
          (2.0 * 140 + 28 + 8) * matrices, // FMAs, products, divisions
          8.0 * size * matrices,
          Element::float32,
          32 * 0x1p-24}; // at most 16 roundings of a number, and a division of 2.5 ULP
}

const Registered registered("lu_8x8_batch", make);

} // namespace
