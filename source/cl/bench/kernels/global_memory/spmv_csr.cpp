// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sparse matrix times a vector, a row a work-item.
#include "workload.h"

namespace {

constexpr size_t rows = size_t(1) << 16;

/// Four sums, so that additions do not wait for each other. (Gathers are slower on the machines
/// tried.)
float row_sum(const float* values, const int32_t* columns, const float* x, int32_t from,
              int32_t to) {
  float sums[4] = {};
  int32_t j = from;
  for (; j + 4 <= to; j += 4) {
    for (int l = 0; l < 4; ++l) {
      sums[l] += values[j + l] * x[columns[j + l]];
    }
  }
  for (; j < to; ++j) {
    sums[0] += values[j] * x[columns[j]];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(rows, 1024, [&](size_t first, size_t last) {
    const auto* begins = as<int32_t>(buffers[1]);
    for (size_t row = first; row < last; ++row) {
      as<float>(buffers[0])[row] = row_sum(as<float>(buffers[3]), as<int32_t>(buffers[2]),
                                           as<float>(buffers[4]), begins[row], begins[row + 1]);
    }
  });
}

Workload make() {
  Words begins(rows + 1), columns;
  const Words random = random_words(rows);
  for (size_t row = 0; row < rows; ++row) {
    const uint32_t count = 8 + (random[row] >> 8) % 49;
    for (uint32_t j = 0; j < count; ++j) { // near the diagonal and far from it
      columns.push_back((uint32_t(row) + j * j * 37 + (random[(row + j) % rows] >> 20)) % rows);
    }
    begins[row + 1] = begins[row] + count;
  }
  const size_t count = columns.size();
  return {"spmv_csr",
          R"(kernel void spmv(global float* y, global const int* begins, global const int* columns,
                              global const float* values, global const float* x) {
               int row = get_global_id(0);
               float sum = 0;
               for (int j = begins[row]; j < begins[row + 1]; j++)
                 sum += values[j] * x[columns[j]];
               y[row] = sum;
             })",
          {Words(rows), begins, columns, random_floats(count), random_floats(rows)},
          {{"spmv", {rows}, {}, {Buffer{0}, Buffer{1}, Buffer{2}, Buffer{3}, Buffer{4}}}},
          native,
          1e-9 * double(count),
          "G non-zeros/s",
          2.0 * double(count),
          8.0 * double(count),
          Element::float32,
          1e-4};
}

const Registered registered("spmv_csr", make);

} // namespace
