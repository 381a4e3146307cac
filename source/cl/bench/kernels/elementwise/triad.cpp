// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// a = b + 3 c: nothing but memory.
#include "workload.h"

namespace {

constexpr size_t n = size_t(1) << 24;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, size_t(1) << 18, [&](size_t first, size_t last) {
    float* __restrict a = as<float>(buffers[0]);
    const float *b = as<float>(buffers[1]), *c = as<float>(buffers[2]);
    for (size_t i = first; i < last; ++i) {
      a[i] = b[i] + 3.0F * c[i];
    }
  });
}

const Registered registered("triad", [] {
  return Workload{
      "triad",
      R"(kernel void triad(global float* a, global const float* b, global const float* c) {
                       int i = get_global_id(0);
                       a[i] = b[i] + 3.0f * c[i];
                     })",
      {Words(n), random_floats(n), random_floats(n)},
      {{"triad", {n}, {}, {Buffer{0}, Buffer{1}, Buffer{2}}}},
      native,
      12e-9 * n,
      "GB/s",
      2.0 * n,
      12.0 * n,
      Element::float32,
      1e-6};
});

} // namespace
