// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tree in local memory, a barrier at each level. The C++ adds vectors, and lanes at the end.
#include "workload.h"

namespace {

constexpr size_t n = size_t(1) << 23, group = 256;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / group, 512, [&](size_t first, size_t last) {
    const float* in = as<float>(buffers[1]);
    float* out = as<float>(buffers[0]);
    for (size_t i = first; i < last; ++i) {
      float sums[64] = {};
      for (size_t j = 0; j < group; j += 64) {
        for (size_t l = 0; l < 64; ++l) {
          sums[l] += in[i * group + j + l];
        }
      }
      for (size_t step = 32; step > 0; step /= 2) {
        for (size_t l = 0; l < step; ++l) {
          sums[l] += sums[l + step];
        }
      }
      out[i] = sums[0];
    }
  });
}

const Registered registered("reduction", [] {
  return Workload{"reduction",
                  R"(kernel void reduce(global float* out, global const float* in) {
                       local float t[256];
                       size_t l = get_local_id(0);
                       t[l] = in[get_global_id(0)];
                       barrier(CLK_LOCAL_MEM_FENCE);
                       for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
                         if (l < s) t[l] += t[l + s];
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       if (l == 0) out[get_group_id(0)] = t[0];
                     })",
                  {Words(n / group), random_floats(n)},
                  {{"reduce", {n}, {group}, {Buffer{0}, Buffer{1}}}},
                  native,
                  1e-9 * n,
                  "G/s",
                  1.0 * n,
                  4.0 * n,
                  Element::float32,
                  1e-5};
});

} // namespace
