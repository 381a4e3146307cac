// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sparse matrix of blocks of 4x4 times a vector, a row of elements a work-item. The C++ keeps the
// sums of a row of blocks in the lanes of a vector and adds neighbours at the end.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr uint32_t block_rows = 10007;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(block_rows, 256, [&](size_t first, size_t last) {
    const uint32_t *begins = buffers[1].data(), *columns = buffers[2].data();
    const float *values = as<float>(buffers[3]), *x = as<float>(buffers[4]);
    for (size_t row = first; row < last; ++row) {
      Floats sums = {};
      for (size_t j = begins[row]; j < begins[row + 1]; ++j) {
        const float* from = x + 4 * columns[j];
        const Floats factors = {from[0], from[1], from[2], from[3], from[0], from[1],
                                from[2], from[3], from[0], from[1], from[2], from[3],
                                from[0], from[1], from[2], from[3]};
        sums += load<Floats>(values + 16 * j) * factors;
      }
      for (size_t r = 0; r < 4; ++r) {
        as<float>(buffers[0])[4 * row + r] =
            (sums[4 * r] + sums[4 * r + 1]) + (sums[4 * r + 2] + sums[4 * r + 3]);
      }
    }
  });
}

Workload make() {
  Words begins(block_rows + 1), columns;
  const Words random = random_words(block_rows);
  for (uint32_t row = 0; row < block_rows; ++row) {
    const uint32_t count = 4 + (random[row] >> 8) % 17;
    for (uint32_t j = 0; j < count; ++j) {
      columns.push_back((row + j * j * 11 + (random[(row + j) % block_rows] >> 22)) % block_rows);
    }
    begins[row + 1] = begins[row] + count;
  }
  const size_t count = columns.size();
  return {"spmv_bsr",
          R"(kernel void spmv(global float* y, global const int* begins, global const int* columns,
                              global const float4* values, global const float4* x, int rows) {
               int row = get_global_id(0), block = row / 4;
               if (row >= rows)
                 return;
               float sum = 0;
               for (int j = begins[block]; j < begins[block + 1]; j++)
                 sum += dot(values[4 * j + row % 4], x[columns[j]]);
               y[row] = sum;
             })",
          {Words(size_t(4) * block_rows), begins, columns, random_floats(16 * count),
           random_floats(size_t(4) * block_rows)},
          {{"spmv",
            {(4 * block_rows + 255) / 256 * 256},
            {256},
            {Buffer{0}, Buffer{1}, Buffer{2}, Buffer{3}, Buffer{4}, int32_t(4 * block_rows)}}},
          native,
          16e-9 * double(count),
          "G non-zeros/s",
          32.0 * double(count),
          68.0 * double(count),
          Element::float32,
          1e-5}; // at most 80 additions a row
}

const Registered registered("spmv_bsr", make);

} // namespace
