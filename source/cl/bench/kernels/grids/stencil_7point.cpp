// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step of heat in a box: each point from its six neighbours; the surface stays as it is. The C++
// does whole rows in vectors. Memory bounds it, and reads the lines of the result before they are
// written, which is not counted.
#include "workload.h"

#include "kernels/vectors.h"

#include <algorithm>
#include <cstring>

namespace {

constexpr int nx = 200, ny = 180, nz = 160, row = nx, layer = nx * ny;
constexpr float middle = 0.4F, side = 0.1F;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(nz, 20, [&](size_t first, size_t last) {
    for (size_t z = first; z < last; ++z) {
      for (size_t y = 0; y < ny; ++y) {
        float* __restrict out = as<float>(buffers[0]) + z * layer + y * row;
        const float* in = as<float>(buffers[1]) + z * layer + y * row;
        if (z == 0 || z == nz - 1 || y == 0 || y == ny - 1) {
          std::memcpy(out, in, row * sizeof(float));
          continue;
        }
        out[0] = in[0];
        for (int from = 1; from < nx - 1; from += lanes) {
          const int x = std::min(from, nx - 1 - lanes);
          const auto at = [&](int i) { return load<Floats>(in + x + i); };
          store(out + x, middle * at(0) +
                             side * (at(-1) + at(1) + at(-row) + at(row) + at(-layer) + at(layer)));
        }
        out[nx - 1] = in[nx - 1];
      }
    }
  });
}

const Registered registered("stencil_7point", [] {
  return Workload{"stencil_7point",
                  R"(kernel void heat(global float* out, global const float* in, int nx, int ny,
                                      int nz, float middle, float side) {
                       int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
                       if (x >= nx || y >= ny || z >= nz)
                         return;
                       int i = (z * ny + y) * nx + x;
                       if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1) {
                         out[i] = in[i];
                         return;
                       }
                       out[i] = middle * in[i] +
                                side * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] +
                                        in[i - nx * ny] + in[i + nx * ny]);
                     })",
                  {Words(nz * layer), random_floats(nz * layer)},
                  {{"heat",
                    {(nx + 31) / 32 * 32, ny, nz},
                    {32, 4, 2},
                    {Buffer{0}, Buffer{1}, nx, ny, nz, middle, side}}},
                  native,
                  1e-9 * nz * layer,
                  "Gpoint/s",
                  8.0 * nz * layer,
                  8.0 * nz * layer,
                  Element::float32,
                  8 * 0x1p-24}; // a rounding for each operation
});

} // namespace
