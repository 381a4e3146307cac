// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest of many numbers: 256 work-groups leave one each in the first launch, and one group
// takes the smallest of these in the second. The C++ does the same with vectors.
#include "workload.h"

#include <algorithm>
#include <climits>

namespace {

constexpr uint32_t n = (uint32_t(1) << 22) + 1001, group = 256, groups = 256;
constexpr size_t block = size_t(1) << 16;

int32_t smallest(const int32_t* in, size_t count) {
  int32_t result = INT_MAX;
  for (size_t i = 0; i < count; ++i) {
    result = std::min(result, in[i]);
  }
  return result;
}

void native(Team& team, std::vector<Words>& buffers) {
  constexpr size_t blocks = (n + block - 1) / block;
  auto* partial = as<int32_t>(buffers[1]);
  team.run(blocks, 4, [&](size_t first, size_t last) {
    for (size_t b = first; b < last; ++b) {
      const size_t from = b * block;
      partial[b] = smallest(as<int32_t>(buffers[2]) + from, std::min<size_t>(block, n - from));
    }
  });
  as<int32_t>(buffers[0])[0] = smallest(partial, blocks);
}

const Registered registered("reduce_min", [] {
  return Workload{
      "reduce_min",
      R"(kernel void smallest(global int* out, global const int* in, uint n, local int* t) {
                       uint l = get_local_id(0);
                       int m = INT_MAX;
                       for (uint i = get_global_id(0); i < n; i += get_global_size(0))
                         m = min(m, in[i]);
                       t[l] = m;
                       barrier(CLK_LOCAL_MEM_FENCE);
                       for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
                         if (l < s)
                           t[l] = min(t[l], t[l + s]);
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       if (l == 0)
                         out[get_group_id(0)] = t[0];
                     })",
      {Words(1), Words(groups), random_words(n)},
      {{"smallest", {groups * group}, {group}, {Buffer{1}, Buffer{2}, n, Local{group * 4}}},
       {"smallest", {group}, {group}, {Buffer{0}, Buffer{1}, groups, Local{group * 4}}}},
      native,
      1e-9 * n,
      "G/s",
      0,
      4.0 * n};
});

} // namespace
