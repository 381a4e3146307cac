// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image convolved with 5x5 weights: a work-group copies its part with a halo to local memory,
// and the edge of the image is repeated. The C++ computes blocks of 4 rows and 16 columns in
// registers.
#include "workload.h"

#include "kernels/vectors.h"

#include <algorithm>

namespace {

constexpr int width = 1920, height = 1080, radius = 2, taps = 2 * radius + 1, block = 4;

/// One pixel, anywhere.
float pixel(const float* in, const float* weights, int x, int y) {
  float sum = 0;
  for (int dy = 0; dy < taps; ++dy) {
    const float* row = in + std::clamp(y + dy - radius, 0, height - 1) * width;
    for (int dx = 0; dx < taps; ++dx) {
      sum += weights[dy * taps + dx] * row[std::clamp(x + dx - radius, 0, width - 1)];
    }
  }
  return sum;
}

/// Pixels whose neighbours to the left and right exist.
void inner(float* out, const float* in, const float* weights, int x, int y) {
  Floats sums[block] = {};
#pragma GCC unroll 8
  for (int r = 0; r < block + 2 * radius; ++r) {
    const float* row = in + std::clamp(y + r - radius, 0, height - 1) * width + x - radius;
#pragma GCC unroll 5
    for (int dx = 0; dx < taps; ++dx) {
      const auto values = load<Floats>(row + dx);
#pragma GCC unroll 4
      for (int line = 0; line < block; ++line) {
        if (r >= line && r - line < taps) {
          sums[line] += weights[(r - line) * taps + dx] * values;
        }
      }
    }
  }
  for (int line = 0; line < block; ++line) {
    store(out + (y + line) * width + x, sums[line]);
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(height / block, 5, [&](size_t first, size_t last) {
    const float *in = as<float>(buffers[1]), *weights = as<float>(buffers[2]);
    float* out = as<float>(buffers[0]);
    for (int y = int(first) * block; y < int(last) * block; y += block) {
      for (int line = y; line < y + block; ++line) {
        for (int i = 0; i < radius; ++i) {
          out[line * width + i] = pixel(in, weights, i, line);
          out[line * width + width - 1 - i] = pixel(in, weights, width - 1 - i, line);
        }
      }
      for (int x = radius; x < width - radius; x += lanes) {
        inner(out, in, weights, std::min(x, width - radius - lanes), y);
      }
    }
  });
}

const Registered registered("convolution_5x5", [] {
  return Workload{
      "convolution_5x5",
      R"(#define TILE 16
                     #define RADIUS 2
                     #define SIDE (TILE + 2 * RADIUS)
                     kernel void convolve(global float* out, global const float* in,
                                          constant float* weights, int width, int height) {
                       local float tile[SIDE][SIDE];
                       int x = get_global_id(0), y = get_global_id(1);
                       int lx = get_local_id(0), ly = get_local_id(1);
                       int left = get_group_id(0) * TILE - RADIUS;
                       int top = get_group_id(1) * TILE - RADIUS;
                       for (int ty = ly; ty < SIDE; ty += TILE)
                         for (int tx = lx; tx < SIDE; tx += TILE)
                           tile[ty][tx] = in[clamp(top + ty, 0, height - 1) * width +
                                             clamp(left + tx, 0, width - 1)];
                       barrier(CLK_LOCAL_MEM_FENCE);
                       if (x >= width || y >= height)
                         return;
                       float sum = 0;
                       for (int dy = 0; dy <= 2 * RADIUS; dy++)
                         for (int dx = 0; dx <= 2 * RADIUS; dx++)
                           sum += weights[dy * (2 * RADIUS + 1) + dx] * tile[ly + dy][lx + dx];
                       out[y * width + x] = sum;
                     })",
      {Words(width * height), random_floats(width * height), random_floats(taps * taps, 2)},
      {{"convolve",
        {width, (height + 15) / 16 * 16},
        {16, 16},
        {Buffer{0}, Buffer{1}, Buffer{2}, width, height}}},
      native,
      1e-9 * width * height,
      "Gpixel/s",
      2.0 * taps * taps * width * height,
      8.0 * width * height,
      Element::float32,
      taps * taps * 0x1p-23}; // a rounding for each of 25 products and sums
});

} // namespace
