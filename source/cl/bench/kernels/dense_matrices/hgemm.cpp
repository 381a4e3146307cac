// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of half-precision numbers multiplied, a result a work-item, with sums of floats. The C++
// converts both factors while it packs them and keeps blocks of sums in registers.
#include "workload.h"

#include "kernels/dense_matrices/gemm.h"

namespace {

constexpr int n = 384;

void native(Team& team, std::vector<Words>& buffers) {
  const auto *a = as<_Float16>(buffers[1]), *b = as<_Float16>(buffers[2]);
  multiply(
      team, as<float>(buffers[0]), n, n, n,
      [a](size_t row, size_t i) { return float(a[row * n + i]); },
      [b](size_t i, size_t column) { return float(b[i * n + column]); });
}

/// Two numbers from 0 to 1 a word.
Words random_halves(size_t count, uint32_t seed) {
  const Words floats = random_floats(count, seed);
  Words halves(count / 2);
  for (size_t i = 0; i < count; ++i) {
    as<_Float16>(halves)[i] = _Float16(as<float>(floats)[i]);
  }
  return halves;
}

const Registered registered("hgemm", [] {
  return Workload{"hgemm",
                  R"(kernel void hgemm(global float* c, global const half* a, global const half* b,
                                       int n) {
                       int col = get_global_id(0), row = get_global_id(1);
                       float sum = 0;
                       for (int i = 0; i < n; i++)
                         sum += vload_half(row * n + i, a) * vload_half(i * n + col, b);
                       c[row * n + col] = sum;
                     })",
                  {Words(n * n), random_halves(n * n, 1), random_halves(n * n, 2)},
                  {{"hgemm", {n, n}, {16, 16}, {Buffer{0}, Buffer{1}, Buffer{2}, n}}},
                  native,
                  2e-9 * n * n * n,
                  "GFLOP/s",
                  2.0 * n * n * n,
                  8.0 * n * n,
                  Element::float32,
                  n * 0x1p-24}; // a rounding for each product at most
});

} // namespace
