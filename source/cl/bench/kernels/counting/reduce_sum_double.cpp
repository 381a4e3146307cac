// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sum of doubles: 128 work-groups leave one each in the first launch, and one group adds these
// in the second. The C++ adds in 32 lanes, so that additions do not wait for each other.
#include "workload.h"

#include <algorithm>

namespace {

constexpr uint32_t n = (uint32_t(1) << 23) + 777, group = 128, groups = 128;
constexpr size_t block = size_t(1) << 14;

double sum(const double* in, size_t count) {
  constexpr size_t width = 32;
  double sums[width] = {};
  size_t i = 0;
  for (; i + width <= count; i += width) {
    for (size_t l = 0; l < width; ++l) {
      sums[l] += in[i + l];
    }
  }
  for (; i < count; ++i) {
    sums[0] += in[i];
  }
  double result = 0;
  for (const double each : sums) {
    result += each;
  }
  return result;
}

void native(Team& team, std::vector<Words>& buffers) {
  constexpr size_t blocks = (n + block - 1) / block;
  auto* partial = as<double>(buffers[1]);
  team.run(blocks, 8, [&](size_t first, size_t last) {
    for (size_t b = first; b < last; ++b) {
      const size_t from = b * block;
      partial[b] = sum(as<double>(buffers[2]) + from, std::min<size_t>(block, n - from));
    }
  });
  as<double>(buffers[0])[0] = sum(partial, blocks);
}

const Registered registered("reduce_sum_double", [] {
  return Workload{"reduce_sum_double",
                  R"(kernel void sum(global double* out, global const double* in, uint n,
                                     local double* t) {
                       uint l = get_local_id(0);
                       double s = 0;
                       for (uint i = get_global_id(0); i < n; i += get_global_size(0))
                         s += in[i];
                       t[l] = s;
                       for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
                         barrier(CLK_LOCAL_MEM_FENCE);
                         if (l < width)
                           t[l] += t[l + width];
                       }
                       if (l == 0)
                         out[get_group_id(0)] = t[0];
                     })",
                  // Each number is added to less than 1100 others one after the other.
                  {Words(2), Words(2 * (n / block + 1)), random_doubles(n)},
                  {{"sum", {groups * group}, {group}, {Buffer{1}, Buffer{2}, n, Local{group * 8}}},
                   {"sum", {group}, {group}, {Buffer{0}, Buffer{1}, groups, Local{group * 8}}}},
                  native,
                  1e-9 * n,
                  "G/s",
                  1.0 * n,
                  8.0 * n,
                  Element::float64,
                  1e-12};
});

} // namespace
