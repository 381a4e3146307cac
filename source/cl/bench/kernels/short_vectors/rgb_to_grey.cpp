// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pixels of three bytes each made grey, as vload3 reads them. The C++ is a plain loop that Clang
// vectorises.
#include "workload.h"

namespace {

constexpr uint32_t n = 1921 * 1079;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, size_t(1) << 15, [&](size_t first, size_t last) {
    const auto* in = as<uint8_t>(buffers[1]);
    auto* __restrict out = as<uint8_t>(buffers[0]);
    for (size_t i = first; i < last; ++i) {
      out[i] = uint8_t((77 * in[3 * i] + 151 * in[3 * i + 1] + 28 * in[3 * i + 2] + 128) >> 8);
    }
  });
}

const Registered registered("rgb_to_grey", [] {
  return Workload{"rgb_to_grey",
                  R"(kernel void grey(global uchar* out, global const uchar* in, uint n) {
                       uint i = get_global_id(0);
                       if (i < n) {
                         uint3 pixel = convert_uint3(vload3(i, in));
                         out[i] = (77 * pixel.x + 151 * pixel.y + 28 * pixel.z + 128) >> 8;
                       }
                     })",
                  {Words((n + 3) / 4), random_words((3 * n + 3) / 4)},
                  {{"grey", {(n + 255) / 256 * 256}, {256}, {Buffer{0}, Buffer{1}, n}}},
                  native,
                  1e-6 * n,
                  "M pixels/s",
                  0,
                  4.0 * n};
});

} // namespace
