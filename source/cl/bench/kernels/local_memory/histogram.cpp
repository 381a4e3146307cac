// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes counted with atomics in local memory. The C++ counts without atomics, in four tables, so
// that equal bytes in a row do not wait for each other.
#include "workload.h"

namespace {

constexpr size_t words = size_t(1) << 20, group = 256, each = 16, groups = words / group / each;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(groups, 8, [&](size_t first, size_t last) {
    for (size_t g = first; g < last; ++g) {
      uint32_t tables[4][256] = {};
      const uint32_t* in = buffers[1].data() + g * group * each;
      for (size_t i = 0; i < group * each; ++i) {
        const uint32_t word = in[i];
        ++tables[0][word & 255];
        ++tables[1][word >> 8 & 255];
        ++tables[2][word >> 16 & 255];
        ++tables[3][word >> 24];
      }
      for (size_t b = 0; b < 256; ++b) {
        buffers[0][g * 256 + b] = tables[0][b] + tables[1][b] + tables[2][b] + tables[3][b];
      }
    }
  });
}

const Registered registered("histogram", [] {
  return Workload{"histogram",
                  R"(kernel void histogram(global uint* out, global const uint* in) {
                       local uint bins[256];
                       uint l = get_local_id(0), g = get_group_id(0);
                       bins[l] = 0;
                       barrier(CLK_LOCAL_MEM_FENCE);
                       for (int i = 0; i < 16; i++) {
                         uint word = in[(g * 16 + i) * 256 + l];
                         atomic_inc(&bins[word & 255]);
                         atomic_inc(&bins[word >> 8 & 255]);
                         atomic_inc(&bins[word >> 16 & 255]);
                         atomic_inc(&bins[word >> 24]);
                       }
                       barrier(CLK_LOCAL_MEM_FENCE);
                       out[g * 256 + l] = bins[l];
                     })",
                  {Words(groups * 256), random_words(words)},
                  {{"histogram", {groups * group}, {group}, {Buffer{0}, Buffer{1}}}},
                  native,
                  4e-9 * words,
                  "GB/s",
                  0,
                  4.0 * words};
});

} // namespace
