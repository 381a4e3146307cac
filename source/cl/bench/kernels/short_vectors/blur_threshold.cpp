// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A grey picture smoothed by a filter of 3x3 bytes and cut at a threshold; what lies beyond the
// borders is as the pixel at the border. The C++ filters each line in 16 bits, many pixels at once.
#include "workload.h"

#include <algorithm>

namespace {

constexpr int width = 1918, height = 1077, threshold = 120;

void line(uint8_t* out, const uint8_t* above, const uint8_t* at, const uint8_t* below) {
  uint16_t sums[width + 2];
  for (int x = 0; x < width; ++x) {
    sums[x + 1] = uint16_t(above[x] + 2 * at[x] + below[x]);
  }
  sums[0] = sums[1], sums[width + 1] = sums[width];
  for (int x = 0; x < width; ++x) {
    const auto sum = uint16_t(sums[x] + 2 * sums[x + 1] + sums[x + 2]);
    out[x] = sum >= 16 * threshold ? 255 : 0;
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(height, 64, [&](size_t first, size_t last) {
    const auto* in = as<uint8_t>(buffers[1]);
    for (int y = int(first); y < int(last); ++y) {
      line(as<uint8_t>(buffers[0]) + y * width, in + std::max(y - 1, 0) * width, in + y * width,
           in + std::min(y + 1, height - 1) * width);
    }
  });
}

const Registered registered("blur_threshold", [] {
  return Workload{
      "blur_threshold",
      R"(kernel void blur(global uchar* out, global const uchar* in, int width, int height,
                                      int threshold) {
                       int x = get_global_id(0), y = get_global_id(1);
                       if (x >= width || y >= height)
                         return;
                       const int weights[3] = {1, 2, 1};
                       int sum = 0;
                       for (int j = -1; j <= 1; j++)
                         for (int i = -1; i <= 1; i++) {
                           int column = clamp(x + i, 0, width - 1), row = clamp(y + j, 0, height - 1);
                           sum += weights[i + 1] * weights[j + 1] * in[row * width + column];
                         }
                       out[y * width + x] = sum / 16 >= threshold ? 255 : 0;
                     })",
      {Words((width * height + 3) / 4), random_words((width * height + 3) / 4)},
      {{"blur",
        {(width + 15) / 16 * 16, (height + 15) / 16 * 16},
        {16, 16},
        {Buffer{0}, Buffer{1}, width, height, threshold}}},
      native,
      1e-6 * width * height,
      "M pixels/s",
      0,
      2.0 * width * height};
});

} // namespace
