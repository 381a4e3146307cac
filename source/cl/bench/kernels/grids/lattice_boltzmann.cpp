// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step of a lattice Boltzmann model with nine velocities in a plane that closes on itself, with
// walls that reflect; an array for each velocity. The C++ does whole rows in vectors and
// copies the ends of rows so that all neighbours are adjacent.
#include "workload.h"

#include "kernels/vectors.h"

#include <algorithm>
#include <cstring>

namespace {

constexpr int width = 512, height = 384, cells = width * height, directions = 9;
constexpr float omega = 1.2F;
constexpr int cx[] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr int opposite[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constexpr float weights[] = {4.0F / 9,  1.0F / 9,  1.0F / 9,  1.0F / 9, 1.0F / 9,
                             1.0F / 36, 1.0F / 36, 1.0F / 36, 1.0F / 36};

using Rows = float[directions][width];

void collide(float* out, const Rows& rows, const uint32_t* walls) {
  for (int x = 0; x < width; x += lanes) {
    Floats f[directions], density = {}, ux = {}, uy = {};
#pragma GCC unroll 9
    for (int d = 0; d < directions; ++d) {
      f[d] = load<Floats>(&rows[d][x]);
      density += f[d];
      ux += float(cx[d]) * f[d];
      uy += float(cy[d]) * f[d];
    }
    const Floats inverse = 1 / density;
    ux *= inverse;
    uy *= inverse;
    const Floats square = 1 - 1.5F * (ux * ux + uy * uy);
    const Ints wall = load<Ints>(walls + x) != 0;
#pragma GCC unroll 9
    for (int d = 0; d < directions; ++d) {
      const Floats along = float(cx[d]) * ux + float(cy[d]) * uy;
      const Floats rest = weights[d] * density * (square + 3 * along + 4.5F * along * along);
      store(out + d * cells + x, wall ? f[opposite[d]] : f[d] + omega * (rest - f[d]));
    }
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(height, 8, [&](size_t first, size_t last) {
    Rows rows;
    for (int y = int(first); y < int(last); ++y) {
      for (int d = 0; d < directions; ++d) {
        const float* from =
            as<float>(buffers[1]) + d * cells + (y - cy[d] + height) % height * width;
        const int shift = (width - cx[d]) % width; // where x = 0 comes from
        std::memcpy(rows[d], from + shift, size_t(width - shift) * sizeof(float));
        std::memcpy(rows[d] + width - shift, from, size_t(shift) * sizeof(float));
      }
      collide(as<float>(buffers[0]) + y * width, rows, buffers[2].data() + y * width);
    }
  });
}

Workload make() {
  Words walls(cells);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int dx = x - width / 4, dy = y - height / 2;
      walls[size_t(y) * width + size_t(x)] = y == 0 || y == height - 1 || dx * dx + dy * dy < 900;
    }
  }
  return {
      "lattice_boltzmann",
      R"(constant int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
             constant int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
             constant int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
             constant float weights[9] = {4.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9,
                                          1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
             kernel void step(global float* out, global const float* in, global const int* walls,
                              int width, int height, float omega) {
               int x = get_global_id(0), y = get_global_id(1);
               if (x >= width || y >= height)
                 return;
               int cells = width * height, cell = y * width + x;
               float f[9], density = 0, ux = 0, uy = 0;
               for (int d = 0; d < 9; d++) {
                 int fromx = (x - cx[d] + width) % width, fromy = (y - cy[d] + height) % height;
                 f[d] = in[d * cells + fromy * width + fromx];
                 density += f[d];
                 ux += cx[d] * f[d];
                 uy += cy[d] * f[d];
               }
               if (walls[cell]) {
                 for (int d = 0; d < 9; d++)
                   out[d * cells + cell] = f[opposite[d]];
                 return;
               }
               ux /= density;
               uy /= density;
               float square = 1.0f - 1.5f * (ux * ux + uy * uy);
               for (int d = 0; d < 9; d++) {
                 float along = cx[d] * ux + cy[d] * uy;
                 float rest = weights[d] * density * (square + 3 * along + 4.5f * along * along);
                 out[d * cells + cell] = f[d] + omega * (rest - f[d]);
               }
             })",
      {Words(directions * cells), random_floats(directions * cells), walls},
      {{"step", {width, height}, {32, 8}, {Buffer{0}, Buffer{1}, Buffer{2}, width, height, omega}}},
      native,
      1e-9 * cells,
      "Gcell/s",
      130.0 * cells,
      (2 * directions + 1) * 4.0 * cells,
      Element::float32,
      1e-4}; // about 30 roundings of numbers below 20
}

const Registered registered("lattice_boltzmann", make);

} // namespace
