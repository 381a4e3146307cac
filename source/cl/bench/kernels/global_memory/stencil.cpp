// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Five points, with tests for the border.
#include "workload.h"

namespace {

constexpr int n = 2048;

void native(Team& team, std::vector<Words>& buffers) {
  static const std::vector<float> zeros(n);
  team.run(n, 32, [&](size_t first, size_t last) {
    const float* in = as<float>(buffers[1]);
    float* __restrict out = as<float>(buffers[0]);
    for (size_t y = first; y < last; ++y) {
      const float *row = in + y * n, *above = y > 0 ? row - n : zeros.data(),
                  *below = y + 1 < n ? row + n : zeros.data();
      out[y * n] = (row[0] + row[1] + above[0] + below[0]) * 0.2F;
      for (size_t x = 1; x < n - 1; ++x) {
        out[y * n + x] = (row[x] + row[x - 1] + row[x + 1] + above[x] + below[x]) * 0.2F;
      }
      out[y * n + n - 1] = (row[n - 1] + row[n - 2] + above[n - 1] + below[n - 1]) * 0.2F;
    }
  });
}

const Registered registered("stencil", [] {
  return Workload{"stencil",
                  R"(kernel void stencil(global float* out, global const float* in, int n) {
                       int x = get_global_id(0), y = get_global_id(1);
                       float sum = in[y * n + x];
                       if (x > 0) sum += in[y * n + x - 1];
                       if (x < n - 1) sum += in[y * n + x + 1];
                       if (y > 0) sum += in[(y - 1) * n + x];
                       if (y < n - 1) sum += in[(y + 1) * n + x];
                       out[y * n + x] = sum * 0.2f;
                     })",
                  {Words(n * n), random_floats(n * n)},
                  {{"stencil", {n, n}, {}, {Buffer{0}, Buffer{1}, n}}},
                  native,
                  1e-9 * n * n,
                  "G points/s",
                  5.0 * n * n,
                  8.0 * n * n,
                  Element::float32,
                  1e-5};
});

} // namespace
