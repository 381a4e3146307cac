// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many matrices of 8x8 numbers, each split into a lower and an upper triangle by a work-item that
// keeps it in a private array. The C++ turns sixteen matrices, so that each has a lane, and
// computes row by row. Divisions and numbers of a row wait for each other, which keeps it below the
// peak.
#include "workload.h"

#include "kernels/batches/turn.h"

#include <algorithm>

namespace {

constexpr size_t n = 8, size = n * n, matrices = 40000;

/// Rows from the top: each number is read, computed in a register and written once.
void split(float (&matrix)[size][lanes], int lane) {
  const auto at = [&](size_t i, size_t j) { return load<Vector>(matrix[i * n + j] + lane); };
  Vector inverses[n];
#pragma GCC unroll 8
  for (size_t i = 0; i < n; ++i) {
    Vector row[n];
#pragma GCC unroll 8
    for (size_t j = 0; j < n; ++j) {
      row[j] = at(i, j);
#pragma GCC unroll 8
      for (size_t k = 0; k < std::min(i, j); ++k) {
        row[j] -= row[k] * at(k, j);
      }
      if (j < i) {
        row[j] *= inverses[j];
      }
      store(matrix[i * n + j] + lane, row[j]);
    }
    inverses[i] = 1 / row[i];
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(matrices / lanes, 32, [&](size_t first, size_t last) {
    for (size_t i = first * lanes * size; i < last * lanes * size; i += lanes * size) {
      const float* from = as<float>(buffers[1]) + i;
      float* to = as<float>(buffers[0]) + i;
      alignas(64) float turned[size][lanes];
      Floats rows[lanes]; // sixteen numbers of each of sixteen matrices
      for (size_t block = 0; block < size; block += lanes) {
        for (size_t l = 0; l < lanes; ++l) {
          rows[l] = load<Floats>(from + l * size + block);
        }
        turn(rows);
        std::memcpy(turned[block], rows, sizeof rows);
      }
      for (int lane = 0; lane < lanes; lane += width) {
        split(turned, lane);
      }
      for (size_t block = 0; block < size; block += lanes) {
        std::memcpy(rows, turned[block], sizeof rows);
        turn(rows);
        for (size_t l = 0; l < lanes; ++l) {
          store(to + l * size + block, rows[l]);
        }
      }
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
