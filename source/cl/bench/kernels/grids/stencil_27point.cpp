// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A box smoothed by all 27 neighbours, with a weight for each distance; the surface stays as it is.
// The C++ does whole rows in vectors and shares sums of neighbours between points. Most of its
// work is additions; the peak counts a multiply-add as two.
#include "workload.h"

#include "kernels/vectors.h"

#include <algorithm>
#include <cstring>

namespace {

constexpr int n = 96, row = n, layer = n * n;

/// The weights of the point itself and of neighbours at 1, 2 and 3 steps along the axes.
constexpr float weights[] = {0.2F, 0.06F, 0.02F, 0.01F};

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, 4, [&](size_t first, size_t last) {
    for (size_t z = first; z < last; ++z) {
      for (size_t y = 0; y < n; ++y) {
        float* __restrict out = as<float>(buffers[0]) + z * layer + y * row;
        const float* in = as<float>(buffers[1]) + z * layer + y * row;
        if (z == 0 || z == n - 1 || y == 0 || y == n - 1) {
          std::memcpy(out, in, row * sizeof(float));
          continue;
        }
        float straight[n], diagonal[n]; // sums of the four neighbours of a column in each distance
        for (int x = 0; x < n; x += lanes) {
          const auto at = [&](int i) { return load<Floats>(in + x + i); };
          store(straight + x, at(-row) + at(row) + at(-layer) + at(layer));
          store(diagonal + x,
                at(-row - layer) + at(row - layer) + at(-row + layer) + at(row + layer));
        }
        out[0] = in[0];
        for (int from = 1; from < n - 1; from += lanes) {
          const int x = std::min(from, n - 1 - lanes);
          const auto at = [x](const float* sums, int i) { return load<Floats>(sums + x + i); };
          store(out + x, weights[0] * at(in, 0) +
                             weights[1] * (at(in, -1) + at(in, 1) + at(straight, 0)) +
                             weights[2] * (at(straight, -1) + at(straight, 1) + at(diagonal, 0)) +
                             weights[3] * (at(diagonal, -1) + at(diagonal, 1)));
        }
        out[n - 1] = in[n - 1];
      }
    }
  });
}

const Registered registered("stencil_27point", [] {
  return Workload{"stencil_27point",
                  R"(kernel void smooth(global float* out, global const float* in,
                                        constant float* weights, int n) {
                       int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
                       int at = (z * n + y) * n + x;
                       if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) {
                         out[at] = in[at];
                         return;
                       }
                       float sum = 0;
                       for (int dz = -1; dz <= 1; dz++)
                         for (int dy = -1; dy <= 1; dy++)
                           for (int dx = -1; dx <= 1; dx++)
                             sum += weights[abs(dx) + abs(dy) + abs(dz)] *
                                    in[at + (dz * n + dy) * n + dx];
                       out[at] = sum;
                     })",
                  {Words(n * layer), random_floats(n * layer),
                   [] {
                     Words words(4);
                     std::memcpy(words.data(), weights, sizeof weights);
                     return words;
                   }()},
                  {{"smooth", {n, n, n}, {32, 4, 2}, {Buffer{0}, Buffer{1}, Buffer{2}, n}}},
                  native,
                  1e-9 * n * layer,
                  "Gpoint/s",
                  30.0 * n * layer, // as the C++ does it; without sharing it is 54
                  8.0 * n * layer,
                  Element::float32,
                  27 * 0x1p-23}; // a rounding for each of 27 products and sums
});

} // namespace
