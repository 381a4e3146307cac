// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of bytes multiplied, a sum or four sums of 32 bits a work-item. The C++ widens the
// factors to 16 bits and lays two of a sum side by side, for instructions that multiply and add
// pairs. Its share of the peak is that of memory only, because integers are not counted.
#include "workload.h"

#include "kernels/vectors.h"

#include <vector>

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
  const auto *a = as<int8_t>(buffers[1]), *b = as<int8_t>(buffers[2]);
  std::vector<uint32_t> packed(m * pairs); // pairs of A, those of a block of rows side by side
  team.run(m / rows, 16, [&](size_t first, size_t last) {
    for (size_t row = first * rows; row < last * rows; ++row) {
      uint32_t* to = packed.data() + row / rows * rows * pairs + row % rows;
      for (size_t i = 0; i < pairs; ++i) {
        const int8_t* from = a + row * k + 2 * i;
        to[i * rows] = uint32_t(uint16_t(from[0])) | uint32_t(from[1]) << 16;
      }
    }
  });
  team.run(strips, 1, [&](size_t first, size_t last) {
    Shorts strip[pairs];
    for (size_t column = first * lanes; column < last * lanes; column += lanes) {
      for (size_t i = 0; i < pairs; ++i) {
        int16_t numbers[2 * lanes];
        for (size_t l = 0; l < lanes; ++l) {
          numbers[2 * l] = b[2 * i * n + column + l];
          numbers[2 * l + 1] = b[(2 * i + 1) * n + column + l];
        }
        strip[i] = load<Shorts>(numbers);
      }
      for (size_t row = 0; row < m; row += rows) {
        const uint32_t* factors = packed.data() + row * pairs;
        Ints sums[rows] = {};
        for (size_t i = 0; i < pairs; ++i) {
          for (size_t r = 0; r < rows; ++r) {
            sums[r] += add_products((Shorts)(Uints{} + factors[i * rows + r]), strip[i]);
          }
        }
        for (size_t r = 0; r < rows; ++r) {
          store(as<int32_t>(buffers[0]) + (row + r) * n + column, sums[r]);
        }
      }
    }
  });
}

Workload make(const char* name, const char* source, int each) {
  return {name,
          source,
          {Words(m * n), random_words(m * k / 4), random_words(k * n / 4, 2)},
          {{"gemm",
            {size_t(n / each), m},
            {16, 16},
            {Buffer{0}, Buffer{1}, Buffer{2}, m, n / each, k}}},
          native,
          2e-9 * m * n * k,
          "Gop/s",
          0,
          4.0 * m * n + m * k + k * n};
}

const Registered one("gemm_int8", [] {
  return make("gemm_int8",
              R"(kernel void gemm(global int* c, global const char* a, global const char* b, int m,
                                  int n, int k) {
                   int col = get_global_id(0), row = get_global_id(1);
                   if (row >= m || col >= n)
                     return;
                   int sum = 0;
                   for (int i = 0; i < k; i++)
                     sum += a[row * k + i] * b[i * n + col];
                   c[row * n + col] = sum;
                 })",
              1);
});

const Registered four("gemm_int8_four_columns", [] {
  return make(
      "gemm_int8_four_columns",
      R"(kernel void gemm(global int4* c, global const char* a, global const char4* b, int m,
                                  int n, int k) {
                   int col = get_global_id(0), row = get_global_id(1);
                   if (row >= m || col >= n)
                     return;
                   int4 sum = 0;
                   for (int i = 0; i < k; i++)
                     sum += (int)a[row * k + i] * convert_int4(b[i * n + col]);
                   c[row * n + col] = sum;
                 })",
      4);
});

} // namespace
