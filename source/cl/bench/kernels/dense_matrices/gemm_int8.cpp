// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of bytes multiplied, a sum of 32 bits a work-item. The C++ widens the factors to 16 bits
// and lays two of a sum side by side, for instructions that multiply and add pairs.
#include "workload.h"

#include "kernels/vectors.h"

#include <algorithm>

namespace {

constexpr int m = 512, n = 512, k = 512;
constexpr size_t rows = 4, strips = n / lanes, pairs = k / 2;

using Shorts [[gnu::vector_size(64)]] = int16_t;

/// The sums of products of neighbours.
Ints add_products(Shorts a, Shorts b) {
#if defined(__AVX512BW__)
  using Words16 [[gnu::vector_size(64)]] = short;
  return (Ints)__builtin_ia32_pmaddwd512((Words16)a, (Words16)b);
#elif defined(__AVX2__)
  Ints sums;
  for (size_t h = 0; h < 2; ++h) {
    using Half [[gnu::vector_size(32)]] = short;
    const Half left = load<Half>(reinterpret_cast<const char*>(&a) + h * 32);
    const Half right = load<Half>(reinterpret_cast<const char*>(&b) + h * 32);
    const auto part = __builtin_ia32_pmaddwd256(left, right);
    std::memcpy(reinterpret_cast<char*>(&sums) + h * 32, &part, sizeof part);
  }
  return sums;
#else
  Ints sums;
  for (int l = 0; l < lanes; ++l) {
    sums[l] = a[2 * l] * b[2 * l] + a[2 * l + 1] * b[2 * l + 1];
  }
  return sums;
#endif
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(strips, 1, [&](size_t first, size_t last) {
    const auto *a = as<int8_t>(buffers[1]), *b = as<int8_t>(buffers[2]);
    static thread_local std::vector<Shorts> strip(pairs);
    for (size_t column = first * lanes; column < last * lanes; column += lanes) {
      for (size_t i = 0; i < k; ++i) {
        auto* to = reinterpret_cast<int16_t*>(&strip[i / 2]) + i % 2;
        for (size_t l = 0; l < lanes; ++l) {
          to[2 * l] = b[i * n + column + l];
        }
      }
      for (size_t row = 0; row < m; row += rows) {
        Ints sums[rows] = {};
        uint32_t factors[rows][pairs];
        for (size_t r = 0; r < rows; ++r) {
          const int8_t* from = a + (row + r) * k;
          for (size_t i = 0; i < pairs; ++i) {
            factors[r][i] = uint32_t(uint16_t(from[2 * i])) | uint32_t(from[2 * i + 1]) << 16;
          }
        }
        for (size_t i = 0; i < pairs; ++i) {
          for (size_t r = 0; r < rows; ++r) {
            sums[r] += add_products((Shorts)(Uints{} + factors[r][i]), strip[i]);
          }
        }
        for (size_t r = 0; r < rows; ++r) {
          store(as<int32_t>(buffers[0]) + (row + r) * n + column, sums[r]);
        }
      }
    }
  });
}

const Registered registered("gemm_int8", [] {
  return Workload{"gemm_int8",
                  R"(kernel void gemm(global int* c, global const char* a, global const char* b,
                                      int m, int n, int k) {
                       int col = get_global_id(0), row = get_global_id(1);
                       if (row >= m || col >= n)
                         return;
                       int sum = 0;
                       for (int i = 0; i < k; i++)
                         sum += a[row * k + i] * b[i * n + col];
                       c[row * n + col] = sum;
                     })",
                  {Words(m * n), random_words(m * k / 4), random_words(k * n / 4, 2)},
                  {{"gemm", {n, m}, {16, 16}, {Buffer{0}, Buffer{1}, Buffer{2}, m, n, k}}},
                  native,
                  2e-9 * m * n * k,
                  "Gop/s",
                  0,
                  4.0 * m * n + m * k + k * n};
});

} // namespace
