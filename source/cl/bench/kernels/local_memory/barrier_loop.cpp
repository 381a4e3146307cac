// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Heat in a rod of a work-group's length, step by step, with two barriers in the loop. The C++ goes
// from one array to another and back.
#include "workload.h"

namespace {

constexpr size_t n = size_t(1) << 18, group = 256;
constexpr int steps = 64;

void step(const float* __restrict from, float* __restrict to) {
  for (size_t i = 1; i <= group; ++i) {
    to[i] = from[i] + 0.25F * (from[i - 1] - 2 * from[i] + from[i + 1]);
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / group, 16, [&](size_t first, size_t last) {
    for (size_t g = first; g < last; ++g) {
      float a[group + 2] = {}, b[group + 2] = {};
      const float* in = as<float>(buffers[1]) + g * group;
      float* out = as<float>(buffers[0]) + g * group;
      for (size_t i = 0; i < group; ++i) {
        a[i + 1] = in[i];
      }
      for (int s = 0; s < steps; s += 2) {
        step(a, b);
        step(b, a);
      }
      for (size_t i = 0; i < group; ++i) {
        out[i] = a[i + 1];
      }
    }
  });
}

const Registered registered("barrier_loop", [] {
  return Workload{"barrier_loop",
                  R"(kernel void heat(global float* out, global const float* in, int steps) {
                       local float t[258];
                       int l = get_local_id(0);
                       t[l + 1] = in[get_global_id(0)];
                       if (l == 0)
                         t[0] = t[257] = 0;
                       barrier(CLK_LOCAL_MEM_FENCE);
                       for (int s = 0; s < steps; s++) {
                         float next = t[l + 1] + 0.25f * (t[l] - 2 * t[l + 1] + t[l + 2]);
                         barrier(CLK_LOCAL_MEM_FENCE);
                         t[l + 1] = next;
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       out[get_global_id(0)] = t[l + 1];
                     })",
                  {Words(n), random_floats(n)},
                  {{"heat", {n}, {group}, {Buffer{0}, Buffer{1}, steps}}},
                  native,
                  1e-6 * n * steps,
                  "M points/s",
                  4.0 * n * steps,
                  8.0 * n,
                  Element::float32,
                  1e-5};
});

} // namespace
