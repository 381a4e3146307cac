// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of all before, in each work-group, two barriers a step. The C++ does it in registers.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr size_t n = size_t(1) << 22, group = 256;

/// Each lane and all lanes before it.
Uints scan(Uints x) {
  const Uints zero = {};
  x += __builtin_shufflevector(zero, x, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                               30);
  x += __builtin_shufflevector(zero, x, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                               29);
  x += __builtin_shufflevector(zero, x, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
  x += __builtin_shufflevector(zero, x, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
  return x;
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / group, 256, [&](size_t first, size_t last) {
    for (size_t i = first * group; i < last * group; i += group) {
      Uints before = {};
      for (size_t j = i; j < i + group; j += lanes) {
        const Uints sums = scan(load<Uints>(buffers[1].data() + j)) + before;
        store(buffers[0].data() + j, sums);
        before = Uints{} + sums[lanes - 1];
      }
    }
  });
}

const Registered registered("scan", [] {
  return Workload{"scan",
                  R"(kernel void scan(global uint* out, global const uint* in) {
                       local uint t[256];
                       uint l = get_local_id(0);
                       t[l] = in[get_global_id(0)];
                       barrier(CLK_LOCAL_MEM_FENCE);
                       for (uint s = 1; s < get_local_size(0); s <<= 1) {
                         uint before = l >= s ? t[l - s] : 0;
                         barrier(CLK_LOCAL_MEM_FENCE);
                         t[l] += before;
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       out[get_global_id(0)] = t[l];
                     })",
                  {Words(n), random_words(n)},
                  {{"scan", {n}, {group}, {Buffer{0}, Buffer{1}}}},
                  native,
                  1e-6 * n,
                  "M/s",
                  0,
                  8.0 * n};
});

} // namespace
