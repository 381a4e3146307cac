// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transpose of a matrix times another one, a result a work-item. The C++ packs both factors and
// keeps blocks of sums in registers.
#include "workload.h"

#include "kernels/dense_matrices/gemm.h"

namespace {

constexpr int m = 480, n = 512, k = 600;

void native(Team& team, std::vector<Words>& buffers) {
  const float *a = as<float>(buffers[1]), *b = as<float>(buffers[2]);
  multiply(
      team, as<float>(buffers[0]), m, n, k, [a](size_t row, size_t i) { return a[i * m + row]; },
      [b](size_t i, size_t column) { return b[i * n + column]; });
}

const Registered registered("sgemm_transposed", [] {
  return Workload{"sgemm_transposed",
                  R"(kernel void sgemm_tn(global float* c, global const float* a,
                                          global const float* b, int m, int n, int k) {
                       int col = get_global_id(0), row = get_global_id(1);
                       float sum = 0;
                       for (int i = 0; i < k; i++)
                         sum += a[i * m + row] * b[i * n + col];
                       c[row * n + col] = sum;
                     })",
                  {Words(m * n), random_floats(m * k), random_floats(k * n, 2)},
                  {{"sgemm_tn", {n, m}, {16, 16}, {Buffer{0}, Buffer{1}, Buffer{2}, m, n, k}}},
                  native,
                  2e-9 * m * n * k,
                  "GFLOP/s",
                  2.0 * m * n * k,
                  4.0 * (m * n + m * k + k * n),
                  Element::float32,
                  k * 0x1p-24}; // a rounding for each product at most
});

} // namespace
