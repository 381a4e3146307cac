// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each channel of some images convolved with 3x3 weights of its own, with zeros around it. The C++
// does whole rows, the columns at both ends apart. Memory bounds the C++.
#include "workload.h"

#include "kernels/vectors.h"

#include <algorithm>

namespace {

constexpr int channels = 64, images = 4, side = 112, plane = side * side;

/// A row of the result from three rows, of which those outside are zeros.
void convolve_row(float* __restrict out, const float* above, const float* row, const float* below,
                  const float* w) {
  const auto at = [&](int x) {
    const bool left = x > 0, right = x < side - 1;
    float sum = w[1] * above[x] + w[4] * row[x] + w[7] * below[x];
    if (left) {
      sum += w[0] * above[x - 1] + w[3] * row[x - 1] + w[6] * below[x - 1];
    }
    if (right) {
      sum += w[2] * above[x + 1] + w[5] * row[x + 1] + w[8] * below[x + 1];
    }
    return sum;
  };
  out[0] = at(0);
  for (int from = 1; from < side - 1; from += lanes) {
    const int x = std::min(from, side - 1 - lanes);
    Floats sum = {};
    for (int dx = -1; dx <= 1; ++dx) {
      sum += w[dx + 1] * load<Floats>(above + x + dx);
      sum += w[dx + 4] * load<Floats>(row + x + dx);
      sum += w[dx + 7] * load<Floats>(below + x + dx);
    }
    store(out + x, sum);
  }
  out[side - 1] = at(side - 1);
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(size_t(images) * channels, 8, [&](size_t first, size_t last) {
    const float zeros[side] = {};
    for (size_t p = first; p < last; ++p) {
      const float *in = as<float>(buffers[1]) + p * plane,
                  *weights = as<float>(buffers[2]) + p % channels * 9;
      float* out = as<float>(buffers[0]) + p * plane;
      for (int y = 0; y < side; ++y) {
        const float* row = in + y * side;
        convolve_row(out + y * side, y > 0 ? row - side : zeros, row,
                     y < side - 1 ? row + side : zeros, weights);
      }
    }
  });
}

const Registered registered("depthwise_3x3", [] {
  return Workload{"depthwise_3x3",
                  R"(kernel void depthwise(global float* out, global const float* in,
                                           global const float* weights, int channels, int width,
                                           int height) {
                       int x = get_global_id(0), y = get_global_id(1), plane = get_global_id(2);
                       if (x >= width || y >= height)
                         return;
                       int channel = plane % channels;
                       float sum = 0;
                       for (int ky = 0; ky < 3; ky++)
                         for (int kx = 0; kx < 3; kx++) {
                           int ix = x + kx - 1, iy = y + ky - 1;
                           if (ix >= 0 && ix < width && iy >= 0 && iy < height)
                             sum += in[(plane * height + iy) * width + ix] *
                                    weights[channel * 9 + ky * 3 + kx];
                         }
                       out[(plane * height + y) * width + x] = sum;
                     })",
                  {Words(images * channels * plane), random_floats(images * channels * plane),
                   random_floats(channels * 9, 2)},
                  {{"depthwise",
                    {128, side, images * channels},
                    {32, 8, 1},
                    {Buffer{0}, Buffer{1}, Buffer{2}, channels, side, side}}},
                  native,
                  1e-9 * images * channels * plane,
                  "Gpixel/s",
                  18.0 * images * channels * plane,
                  8.0 * images * channels * plane,
                  Element::float32,
                  9 * 0x1p-23}; // a rounding for each of 9 products and sums
});

} // namespace
