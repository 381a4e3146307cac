// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass of a radix sort by four bits: digits are counted for each block of keys, the counts are
// summed up by one work-group, and the keys of each block go to their places in order. The C++ does
// the same steps with larger blocks; its stores to sixteen places keep it from the speed of memory.
#include "workload.h"

#include <algorithm>

namespace {

constexpr uint32_t n = (uint32_t(1) << 20) + 321, shift = 8, group = 64, each = 16;
constexpr uint32_t blocks = (n + group * each - 1) / (group * each);

void native(Team& team, std::vector<Words>& buffers) {
  constexpr size_t block = size_t(1) << 15, count = (n + block - 1) / block;
  uint32_t places[count][16];
  const uint32_t* keys = buffers[1].data();
  team.run(count, 2, [&](size_t first, size_t last) {
    for (size_t b = first; b < last; ++b) {
      uint32_t counts[4][16] = {}; // equal digits in a row do not wait for each other
      for (size_t i = b * block; i < std::min<size_t>(n, (b + 1) * block); ++i) {
        ++counts[i % 4][keys[i] >> shift & 15];
      }
      for (size_t d = 0; d < 16; ++d) {
        places[b][d] = counts[0][d] + counts[1][d] + counts[2][d] + counts[3][d];
      }
    }
  });
  uint32_t sum = 0;
  for (size_t d = 0; d < 16; ++d) {
    for (auto& place : places) {
      const uint32_t here = place[d];
      place[d] = sum;
      sum += here;
    }
  }
  team.run(count, 2, [&](size_t first, size_t last) {
    uint32_t* out = buffers[0].data();
    for (size_t b = first; b < last; ++b) {
      uint32_t place[16];
      std::copy(places[b], places[b] + 16, place);
      for (size_t i = b * block; i < std::min<size_t>(n, (b + 1) * block); ++i) {
        out[place[keys[i] >> shift & 15]++] = keys[i];
      }
    }
  });
}

const Registered registered("radix_sort_pass", [] {
  return Workload{
      "radix_sort_pass",
      R"(kernel void count(global uint* counts, global const uint* keys, uint n, uint shift) {
           local uint bins[16];
           uint l = get_local_id(0), g = get_group_id(0), block = 16 * get_local_size(0);
           if (l < 16)
             bins[l] = 0;
           barrier(CLK_LOCAL_MEM_FENCE);
           for (uint i = g * block + l; i < min(n, (g + 1) * block); i += get_local_size(0))
             atomic_inc(&bins[keys[i] >> shift & 15]);
           barrier(CLK_LOCAL_MEM_FENCE);
           if (l < 16)
             counts[l * get_num_groups(0) + g] = bins[l];
         }
         kernel void sum_up(global uint* counts, uint n, local uint* t) {
           uint l = get_local_id(0), size = get_local_size(0);
           uint each = (n + size - 1) / size, first = l * each, last = min(n, first + each);
           uint sum = 0;
           for (uint i = first; i < last; i++)
             sum += counts[i];
           t[l] = sum;
           barrier(CLK_LOCAL_MEM_FENCE);
           for (uint s = 1; s < size; s *= 2) {
             uint before = l >= s ? t[l - s] : 0;
             barrier(CLK_LOCAL_MEM_FENCE);
             t[l] += before;
             barrier(CLK_LOCAL_MEM_FENCE);
           }
           uint place = t[l] - sum;
           for (uint i = first; i < last; i++) {
             uint here = counts[i];
             counts[i] = place;
             place += here;
           }
         }
         kernel void scatter(global uint* out, global const uint* keys, global const uint* places,
                             uint n, uint shift) {
           local uint t[16][64];
           uint l = get_local_id(0), first = get_global_id(0) * 16, last = min(n, first + 16);
           for (uint d = 0; d < 16; d++)
             t[d][l] = 0;
           for (uint i = first; i < last; i++)
             t[keys[i] >> shift & 15][l]++;
           barrier(CLK_LOCAL_MEM_FENCE);
           if (l < 16) {
             uint place = places[l * get_num_groups(0) + get_group_id(0)];
             for (uint i = 0; i < 64; i++) {
               uint here = t[l][i];
               t[l][i] = place;
               place += here;
             }
           }
           barrier(CLK_LOCAL_MEM_FENCE);
           for (uint i = first; i < last; i++) {
             uint key = keys[i];
             out[t[key >> shift & 15][l]++] = key;
           }
         })",
      {Words(n), random_words(n), Words(16 * blocks)},
      {{"count", {blocks * group}, {group}, {Buffer{2}, Buffer{1}, n, shift}},
       {"sum_up", {256}, {256}, {Buffer{2}, 16 * blocks, Local{1024}}},
       {"scatter", {blocks * group}, {group}, {Buffer{0}, Buffer{1}, Buffer{2}, n, shift}}},
      native,
      1e-6 * n,
      "M keys/s",
      0,
      12.0 * n};
});

} // namespace
