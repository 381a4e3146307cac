// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The softmax of each row of a matrix, a work-group a row, with trees of sums in local memory. The
// C++ does a row a thread in three passes over it. The exponentials bound it.
#include "workload.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr int rows = 2048, columns = 1000, parts = 16;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(rows, 16, [&](size_t first, size_t last) {
    for (size_t row = first; row < last; ++row) {
      const float* in = as<float>(buffers[1]) + row * columns;
      float* __restrict out = as<float>(buffers[0]) + row * columns;
      constexpr int whole = columns / parts * parts;
      float highest[parts], sums[parts] = {}; // partial, so that Clang makes vectors of them
      std::fill_n(highest, parts, in[0]);
      for (int x = 0; x < whole; x += parts) {
        for (int l = 0; l < parts; ++l) {
          highest[l] = highest[l] < in[x + l] ? in[x + l] : highest[l];
        }
      }
      for (int x = whole; x < columns; ++x) {
        highest[0] = std::max(highest[0], in[x]);
      }
      const float top = *std::max_element(highest, highest + parts);
      for (int x = 0; x < columns; ++x) {
        out[x] = std::exp(in[x] - top);
      }
      for (int x = 0; x < whole; x += parts) {
        for (int l = 0; l < parts; ++l) {
          sums[l] += out[x + l];
        }
      }
      for (int x = whole; x < columns; ++x) {
        sums[0] += out[x];
      }
      float sum = 0;
      for (const float part : sums) {
        sum += part;
      }
      const float inverse = 1 / sum;
      for (int x = 0; x < columns; ++x) {
        out[x] *= inverse;
      }
    }
  });
}

const Registered registered("softmax_rows", [] {
  return Workload{
      "softmax_rows",
      R"(#define GROUP 256
                     kernel void softmax(global float* out, global const float* in, int columns) {
                       local float parts[GROUP];
                       int l = get_local_id(0), row = get_group_id(0);
                       global const float* from = in + row * columns;
                       global float* to = out + row * columns;
                       float highest = -INFINITY;
                       for (int x = l; x < columns; x += GROUP)
                         highest = fmax(highest, from[x]);
                       parts[l] = highest;
                       barrier(CLK_LOCAL_MEM_FENCE);
                       for (int step = GROUP / 2; step > 0; step /= 2) {
                         if (l < step)
                           parts[l] = fmax(parts[l], parts[l + step]);
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       highest = parts[0];
                       barrier(CLK_LOCAL_MEM_FENCE);
                       float sum = 0;
                       for (int x = l; x < columns; x += GROUP) {
                         float e = exp(from[x] - highest);
                         to[x] = e;
                         sum += e;
                       }
                       parts[l] = sum;
                       barrier(CLK_LOCAL_MEM_FENCE);
                       for (int step = GROUP / 2; step > 0; step /= 2) {
                         if (l < step)
                           parts[l] += parts[l + step];
                         barrier(CLK_LOCAL_MEM_FENCE);
                       }
                       float inverse = 1.0f / parts[0];
                       for (int x = l; x < columns; x += GROUP)
                         to[x] *= inverse;
                     })",
      {Words(rows * columns), random_floats(rows * columns)},
      {{"softmax", {rows * 256}, {256}, {Buffer{0}, Buffer{1}, columns}}},
      native,
      1e-9 * rows * columns,
      "G elements/s",
      3.0 * rows * columns,
      8.0 * rows * columns,
      Element::float32,
      1e-6}; // results are below 3 / 1000; sums of 1000 numbers and an exponential of 4 ULP
});

} // namespace
