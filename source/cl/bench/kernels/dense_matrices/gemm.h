// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of matrices in C++: the factors are packed in the order in which they are read, and the
// sums of a block stay in registers.
#ifndef CL_BENCH_KERNELS_DENSE_MATRICES_GEMM_H
#define CL_BENCH_KERNELS_DENSE_MATRICES_GEMM_H

#include "team.h"

#include "kernels/vectors.h"

#include <algorithm>
#include <vector>

#ifdef __AVX512F__
constexpr size_t block_rows = 12; ///< sums of a block take most of the registers
#else
constexpr size_t block_rows = 6; ///< two registers a row
#endif

/// Writes the product of the packed factors to `c`, whose rows are `n` apart; `rows` and `columns`
/// say how much of the block exists.
inline void multiply_block(float* c, size_t n, size_t rows, size_t columns, const float* left,
                           const float* right, size_t k) {
  Floats sums[block_rows] = {};
  for (size_t i = 0; i < k; ++i) {
    const auto factors = load<Floats>(right + i * lanes);
    for (size_t r = 0; r < block_rows; ++r) {
      sums[r] += left[i * block_rows + r] * factors;
    }
  }
  if (rows == block_rows && columns == lanes) {
    for (size_t r = 0; r < block_rows; ++r) {
      store(c + r * n, sums[r]);
    }
    return;
  }
  float block[block_rows][lanes];
  std::memcpy(block, sums, sizeof block);
  for (size_t r = 0; r < rows; ++r) {
    std::copy_n(block[r], columns, c + r * n);
  }
}

/// C = A B with `m` rows, `n` columns and sums of `k` products; `left(row, i)` and
/// `right(i, column)` read the factors. Blocks of C that share columns are done by one thread,
/// which keeps its columns of B in its first or second cache.
template <typename Left, typename Right>
void multiply(Team& team, float* c, size_t m, size_t n, size_t k, const Left& left,
              const Right& right) {
  const size_t bands = (m + block_rows - 1) / block_rows, strips = (n + lanes - 1) / lanes;
  std::vector<float> packed(bands * block_rows * k);
  team.run(bands, 4, [&](size_t first, size_t last) {
    for (size_t band = first; band < last; ++band) {
      const size_t row = band * block_rows, rows = std::min(block_rows, m - row);
      float* to = packed.data() + row * k;
      for (size_t i = 0; i < k; ++i) {
        for (size_t r = 0; r < rows; ++r) {
          to[i * block_rows + r] = left(row + r, i);
        }
      }
    }
  });
  team.run(strips, 1, [&](size_t first, size_t last) {
    std::vector<float> strip(k * lanes);
    for (size_t column = first * lanes; column < last * lanes; column += lanes) {
      const size_t columns = std::min(size_t(lanes), n - column);
      for (size_t i = 0; i < k; ++i) {
        for (size_t l = 0; l < columns; ++l) {
          strip[i * lanes + l] = right(i, column + l);
        }
      }
      for (size_t row = 0; row < m; row += block_rows) {
        multiply_block(c + row * n + column, n, std::min(block_rows, m - row), columns,
                       packed.data() + row * k, strip.data(), k);
      }
    }
  });
}

#endif
