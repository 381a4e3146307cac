// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nearest of sixteen centres for each of many points with eight coordinates. These are whole
// numbers, so that distances are exact and equal ones decided alike. The C++ turns sixteen points
// so that each coordinate is a vector, and compares them with one centre after the other. Half of
// its operations are subtractions and comparisons, not fused multiply-adds.
#include "workload.h"

#include "kernels/vectors.h"

#include <bit>

namespace {

constexpr uint32_t n = 100000, centres = 16;

void sixteen(uint32_t* out, const float* points, const float* centre) {
  Floats turned[8];
  for (int d = 0; d < 8; ++d) {
    for (int l = 0; l < lanes; ++l) {
      turned[d][l] = points[8 * l + d];
    }
  }
  Floats nearest = Floats{} + 1e30F;
  Ints which = {};
  for (uint32_t c = 0; c < centres; ++c) {
    Floats distance = {};
    for (int d = 0; d < 8; ++d) {
      const Floats apart = turned[d] - centre[8 * c + uint32_t(d)];
      distance += apart * apart;
    }
    const Ints nearer = distance < nearest;
    nearest = nearer ? distance : nearest;
    which = nearer ? Ints{} + int32_t(c) : which;
  }
  store(out, which);
}

void native(Team& team, std::vector<Words>& buffers) {
  static_assert(n % lanes == 0);
  team.run(n / lanes, 512, [&](size_t first, size_t last) {
    for (size_t i = first * lanes; i < last * lanes; i += lanes) {
      sixteen(buffers[0].data() + i, as<float>(buffers[1]) + 8 * i, as<float>(buffers[2]));
    }
  });
}

Words whole_numbers(size_t count, uint32_t seed) {
  Words words = random_words(count, seed);
  for (uint32_t& word : words) {
    word = std::bit_cast<uint32_t>(float(word >> 24));
  }
  return words;
}

const Registered registered("kmeans_assign", [] {
  return Workload{"kmeans_assign",
                  R"(kernel void assign(global int* nearest, global const float8* points,
                                        constant float8* centres, int n, int count) {
                       int i = get_global_id(0);
                       if (i >= n)
                         return;
                       float8 point = points[i];
                       float least = MAXFLOAT;
                       int which = 0;
                       for (int c = 0; c < count; c++) {
                         float8 apart = point - centres[c], square = apart * apart;
                         float4 four = square.lo + square.hi;
                         float distance = four.x + four.y + four.z + four.w;
                         if (distance < least) {
                           least = distance;
                           which = c;
                         }
                       }
                       nearest[i] = which;
                     })",
                  {Words(n), whole_numbers(8 * n, 1), whole_numbers(8 * centres, 5)},
                  {{"assign",
                    {(n + 255) / 256 * 256},
                    {256},
                    {Buffer{0}, Buffer{1}, Buffer{2}, int32_t(n), int32_t(centres)}}},
                  native,
                  1e-6 * n,
                  "M/s",
                  24.0 * n * centres,
                  36.0 * n};
});

} // namespace
