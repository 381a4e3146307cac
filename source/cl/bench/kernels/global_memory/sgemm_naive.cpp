// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices multiplied, one element of the product a work-item. The C++ does the same a strip of
// columns at a time, which it keeps in registers.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr int n = 512;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, 16, [&](size_t first, size_t last) {
    const float *a = as<float>(buffers[1]), *b = as<float>(buffers[2]);
    float* c = as<float>(buffers[0]);
    constexpr int vectors = 8;
    for (int strip = 0; strip < n; strip += vectors * lanes) {
      for (size_t row = first; row < last; ++row) {
        Floats sums[vectors] = {};
        for (int i = 0; i < n; ++i) {
          const float factor = a[row * n + size_t(i)];
          for (int v = 0; v < vectors; ++v) {
            sums[v] += factor * load<Floats>(b + i * n + strip + v * lanes);
          }
        }
        store(c + row * n + strip, sums);
      }
    }
  });
}

const Registered registered("sgemm_naive", [] {
  return Workload{
      "sgemm_naive",
      R"(kernel void sgemm(global float* c, global const float* a, global const float* b,
                                       int n) {
                       int col = get_global_id(0), row = get_global_id(1);
                       float sum = 0;
                       for (int i = 0; i < n; i++)
                         sum += a[row * n + i] * b[i * n + col];
                       c[row * n + col] = sum;
                     })",
      {Words(n * n), random_floats(n * n), random_floats(n * n)},
      {{"sgemm", {n, n}, {}, {Buffer{0}, Buffer{1}, Buffer{2}, n}}},
      native,
      2e-9 * n * n * n,
      "GFLOP/s",
      2.0 * n * n * n,
      12.0 * n * n,
      Element::float32,
      1e-4};
});

} // namespace
