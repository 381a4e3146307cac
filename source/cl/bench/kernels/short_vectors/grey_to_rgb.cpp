// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grey pixels in three colours of a palette's slopes, written by vstore3. The C++ is a plain loop
// that Clang vectorises.
#include "workload.h"

#include <algorithm>
#include <cstdlib>

namespace {

constexpr uint32_t n = 1921 * 1079;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, size_t(1) << 15, [&](size_t first, size_t last) {
    const auto* in = as<uint8_t>(buffers[1]);
    auto* __restrict out = as<uint8_t>(buffers[0]);
    for (size_t i = first; i < last; ++i) {
      const int grey = in[i];
      out[3 * i] = uint8_t(std::min(2 * grey, 255));
      out[3 * i + 1] = uint8_t(std::abs(2 * grey - 255));
      out[3 * i + 2] = uint8_t(255 - grey);
    }
  });
}

const Registered registered("grey_to_rgb", [] {
  return Workload{"grey_to_rgb",
                  R"(kernel void tint(global uchar* out, global const uchar* in, uint n) {
                       uint i = get_global_id(0);
                       if (i < n) {
                         int grey = in[i];
                         int3 pixel = (int3)(min(2 * grey, 255), abs(2 * grey - 255), 255 - grey);
                         vstore3(convert_uchar3(pixel), i, out);
                       }
                     })",
                  {Words((3 * n + 3) / 4), random_words((n + 3) / 4)},
                  {{"tint", {(n + 255) / 256 * 256}, {256}, {Buffer{0}, Buffer{1}, n}}},
                  native,
                  1e-6 * n,
                  "M pixels/s",
                  0,
                  4.0 * n};
});

} // namespace
