// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Few work-items for many elements, each of which advances by the number of work-items: what
// libraries of array operations write for GPUs.
#include "workload.h"

namespace {

constexpr size_t n = size_t(1) << 22, items = 64 * 128;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, size_t(1) << 16, [&](size_t first, size_t last) {
    float* __restrict a = as<float>(buffers[0]);
    const float *b = as<float>(buffers[1]), *c = as<float>(buffers[2]);
    for (size_t i = first; i < last; ++i) {
      a[i] = b[i] < 0.0F ? 0.5F * b[i] : b[i] + c[i] * c[i];
    }
  });
}

const Registered registered("grid_stride", [] {
  return Workload{
      "grid_stride",
      R"(kernel void grid_stride(global float* a, global const float* b, global const float* c, int n) {
           int first = get_local_size(0) * get_group_id(0) + get_local_id(0);
           for (int i = first; i < n; i += get_global_size(0)) {
             a[i] = b[i] < 0.0f ? 0.5f * b[i] : b[i] + c[i] * c[i];
           }
         })",
      {Words(n), random_floats(n), random_floats(n)},
      {{"grid_stride", {items}, {128}, {Buffer{0}, Buffer{1}, Buffer{2}, int(n)}}},
      native,
      12e-9 * n,
      "GB/s",
      2.0 * n,
      12.0 * n,
      Element::float32,
      1e-6};
});

} // namespace
