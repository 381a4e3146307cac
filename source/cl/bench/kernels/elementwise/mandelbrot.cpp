// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Neighbours leave the loop at different times. The C++ has four vectors in flight.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr int n = 1024;

void native(Team& team, std::vector<Words>& buffers) {
#if defined(__clang__) // the benchmark's compiler; others only have to understand the file
#pragma clang fp contract(off)
#endif
  constexpr int flights = 4;
  team.run(n, 8, [&](size_t first, size_t last) {
    for (size_t row = first; row < last; ++row) {
      const float cy = -1.5F + 3.0F * float(row) / n;
      for (int col = 0; col < n; col += lanes * flights) {
        Floats cx[flights], x[flights] = {}, y[flights] = {};
        Ints count[flights] = {}, live[flights];
        for (int f = 0; f < flights; ++f) {
          live[f] = ~Ints{};
          cx[f] = -2.0F + 3.0F * __builtin_convertvector(col + f * lanes + iota(), Floats) / n;
        }
        for (int i = 0; i < 256; ++i) {
          Ints together = {};
          for (int f = 0; f < flights; ++f) {
            live[f] &= x[f] * x[f] + y[f] * y[f] < 4;
            together |= live[f];
            count[f] -= live[f];
            const Floats t = x[f] * x[f] - y[f] * y[f] + cx[f];
            y[f] = 2 * x[f] * y[f] + cy;
            x[f] = t;
          }
          if (!any(together)) {
            break;
          }
        }
        store(buffers[0].data() + row * n + size_t(col), count);
      }
    }
  });
}

const Registered registered("mandelbrot", [] {
  return Workload{"mandelbrot",
                  R"(kernel void mandelbrot(global int* out, int n) {
                       #pragma OPENCL FP_CONTRACT OFF
                       int col = get_global_id(0), row = get_global_id(1);
                       float cx = -2.0f + 3.0f * col / n, cy = -1.5f + 3.0f * row / n, x = 0, y = 0;
                       int i = 0;
                       for (; i < 256 && x * x + y * y < 4; i++) {
                         float t = x * x - y * y + cx;
                         y = 2 * x * y + cy;
                         x = t;
                       }
                       out[row * n + col] = i;
                     })",
                  {Words(n * n)},
                  {{"mandelbrot", {n, n}, {}, {Buffer{0}, n}}},
                  native,
                  1e-6 * n * n,
                  "M/s",
                  10.0 * 60 * n * n, // of 256 steps a point does some 60
                  4.0 * n * n};
});

} // namespace
