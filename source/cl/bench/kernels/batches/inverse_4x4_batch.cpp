// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many matrices of 4x4 numbers inverted with pivots, a matrix a work-item, in a private array whose
// rows are exchanged. The C++ turns sixteen matrices, so that each has a lane, and exchanges rows
// by selection. Selections and shuffles, which the peak does not count, take much of its time.
#include "workload.h"

#include "kernels/batches/turn.h"

#include <utility>

namespace {

constexpr size_t n = 4, size = n * n, matrices = 200000;

Vector magnitude(Vector x) { return x < 0 ? -x : x; }

/// Gauss and Jordan, with the unit matrix to the right.
void invert(float (&numbers)[size][lanes], int lane) {
  Vector a[n][2 * n] = {};
#pragma GCC unroll 4
  for (size_t i = 0; i < n; ++i) {
#pragma GCC unroll 4
    for (size_t j = 0; j < n; ++j) {
      a[i][j] = load<Vector>(numbers[i * n + j] + lane);
    }
    a[i][n + i] += 1;
  }
#pragma GCC unroll 4
  for (size_t c = 0; c < n; ++c) {
#pragma GCC unroll 4
    for (size_t r = c + 1; r < n; ++r) { // the largest of the column comes to the top
      const auto larger = magnitude(a[r][c]) > magnitude(a[c][c]);
#pragma GCC unroll 8
      for (size_t j = c; j < 2 * n; ++j) {
        const Vector top = a[c][j];
        a[c][j] = larger ? a[r][j] : top;
        a[r][j] = larger ? top : a[r][j];
      }
    }
    const Vector inverse = 1 / a[c][c];
#pragma GCC unroll 8
    for (size_t j = c; j < 2 * n; ++j) {
      a[c][j] *= inverse;
    }
#pragma GCC unroll 4
    for (size_t r = 0; r < n; ++r) {
      if (r != c) {
        const Vector factor = a[r][c];
#pragma GCC unroll 8
        for (size_t j = c; j < 2 * n; ++j) {
          a[r][j] -= factor * a[c][j];
        }
      }
    }
  }
#pragma GCC unroll 16
  for (size_t i = 0; i < size; ++i) {
    store(numbers[i] + lane, a[i / n][n + i % n]);
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(matrices / lanes, 64, [&](size_t first, size_t last) {
    for (size_t i = first * lanes * size; i < last * lanes * size; i += lanes * size) {
      Floats rows[lanes];
      std::memcpy(rows, as<float>(buffers[1]) + i, sizeof rows);
      turn(rows);
      alignas(64) float turned[size][lanes];
      std::memcpy(turned, rows, sizeof rows);
      for (int lane = 0; lane < lanes; lane += width) {
        invert(turned, lane);
      }
      std::memcpy(rows, turned, sizeof rows);
      turn(rows);
      std::memcpy(as<float>(buffers[0]) + i, rows, sizeof rows);
    }
  });
}

Workload make() {
  Words numbers = random_floats(matrices * size);
  for (size_t i = 0; i < matrices * n; ++i) { // the large numbers are not in the diagonal
    as<float>(numbers)[i * n + (i + 1) % n] += 3;
  }
  return {"inverse_4x4_batch",
          R"(kernel void invert(global float* out, global const float* in, int matrices) {
               int matrix = get_global_id(0);
               if (matrix >= matrices)
                 return;
               float a[4][8];
               for (int i = 0; i < 4; i++)
                 for (int j = 0; j < 4; j++) {
                   a[i][j] = in[matrix * 16 + i * 4 + j];
                   a[i][4 + j] = i == j ? 1.0f : 0.0f;
                 }
               for (int c = 0; c < 4; c++) {
                 int pivot = c;
                 for (int r = c + 1; r < 4; r++)
                   if (fabs(a[r][c]) > fabs(a[pivot][c]))
                     pivot = r;
                 if (pivot != c)
                   for (int j = 0; j < 8; j++) {
                     float top = a[c][j];
                     a[c][j] = a[pivot][j];
                     a[pivot][j] = top;
                   }
                 float inverse = 1.0f / a[c][c];
                 for (int j = 0; j < 8; j++)
                   a[c][j] *= inverse;
                 for (int r = 0; r < 4; r++)
                   if (r != c) {
                     float factor = a[r][c];
                     for (int j = 0; j < 8; j++)
                       a[r][j] -= factor * a[c][j];
                   }
               }
               for (int i = 0; i < 4; i++)
                 for (int j = 0; j < 4; j++)
                   out[matrix * 16 + i * 4 + j] = a[i][4 + j];
             })",
          {Words(matrices * size), numbers},
          {{"invert",
            {(matrices + 255) / 256 * 256},
            {256},
            {Buffer{0}, Buffer{1}, int32_t(matrices)}}},
          native,
          1e-6 * matrices,
          "M matrices/s",
          (4.0 + 26 + 2 * 3 * 26) * matrices, // divisions, products, FMAs, without what is 0
          8.0 * size * matrices,
          Element::float32,
          1e-5}; // about 20 roundings; the large numbers keep the condition small
}

const Registered registered("inverse_4x4_batch", make);

} // namespace
