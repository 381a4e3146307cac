// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each row of a matrix brought to mean 0 and variance 1, then scaled and shifted by column; a
// work-group a row, with trees of sums in local memory. The C++ does a row a thread; it keeps
// sixteen partial sums. Memory bounds the C++.
#include "workload.h"

#include "kernels/vectors.h"

#include <cmath>

namespace {

constexpr int rows = 4096, columns = 768;
constexpr float small = 1e-5F;

float sum(Floats parts) {
  float together = 0;
  for (int l = 0; l < lanes; ++l) {
    together += parts[l];
  }
  return together;
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(rows, 32, [&](size_t first, size_t last) {
    const float *scale = as<float>(buffers[2]), *shift = as<float>(buffers[3]);
    for (size_t row = first; row < last; ++row) {
      const float* in = as<float>(buffers[1]) + row * columns;
      float* out = as<float>(buffers[0]) + row * columns;
      Floats sums[4] = {}, squares[4] = {}; // so that additions do not wait for each other
      for (int x = 0; x < columns; x += 4 * lanes) {
        for (int i = 0; i < 4; ++i) {
          sums[i] += load<Floats>(in + x + i * lanes);
        }
      }
      const float mean = sum(sums[0] + sums[1] + sums[2] + sums[3]) / columns;
      for (int x = 0; x < columns; x += 4 * lanes) {
        for (int i = 0; i < 4; ++i) {
          const Floats distance = load<Floats>(in + x + i * lanes) - mean;
          squares[i] += distance * distance;
        }
      }
      const float variance = sum(squares[0] + squares[1] + squares[2] + squares[3]) / columns;
      const float factor = 1 / std::sqrt(variance + small);
      for (int x = 0; x < columns; x += lanes) {
        store(out + x, (load<Floats>(in + x) - mean) * factor * load<Floats>(scale + x) +
                           load<Floats>(shift + x));
      }
    }
  });
}

const Registered registered("layer_norm", [] {
  return Workload{"layer_norm",
                  R"(#define GROUP 256
                     float sum_of_group(local float* parts, float value) {
                       int l = get_local_id(0);
                       parts[l] = value;
                       barrier(CLK_LOCAL_MEM_FENCE);
                       for (int step = GROUP / 2; step > 0; step /= 2) {
                         if (l < step)
                           parts[l] += parts[l + step];
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       value = parts[0];
                       barrier(CLK_LOCAL_MEM_FENCE);
                       return value;
                     }
                     kernel void layer_norm(global float* out, global const float* in,
                                            global const float* scale, global const float* shift,
                                            local float* parts, int columns, float small) {
                       int l = get_local_id(0), row = get_group_id(0);
                       global const float* from = in + row * columns;
                       float sum = 0;
                       for (int x = l; x < columns; x += GROUP)
                         sum += from[x];
                       float mean = sum_of_group(parts, sum) / columns;
                       float squares = 0;
                       for (int x = l; x < columns; x += GROUP) {
                         float distance = from[x] - mean;
                         squares += distance * distance;
                       }
                       float variance = sum_of_group(parts, squares) / columns;
                       float factor = rsqrt(variance + small);
                       for (int x = l; x < columns; x += GROUP)
                         out[row * columns + x] = (from[x] - mean) * factor * scale[x] + shift[x];
                     })",
                  {Words(rows * columns), random_floats(rows * columns), random_floats(columns, 2),
                   random_floats(columns, 3)},
                  {{"layer_norm",
                    {rows * 256},
                    {256},
                    {Buffer{0}, Buffer{1}, Buffer{2}, Buffer{3}, Local{1024}, columns, small}}},
                  native,
                  1e-9 * rows * columns,
                  "G elements/s",
                  8.0 * rows * columns,
                  8.0 * rows * columns,
                  Element::float32,
                  1e-5}; // sums of 768 numbers near 1, by at most 48 roundings each
});

} // namespace
