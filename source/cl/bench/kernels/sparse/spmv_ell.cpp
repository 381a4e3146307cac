// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sparse matrix times a vector; the matrix has 32 places a row, column by column, and column -1
// where a row is shorter. The C++ does sixteen rows at once; loads of single elements of the vector
// keep it from the speed of memory.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr uint32_t rows = 60000, width = 32, pitch = 60032;
static_assert(rows % lanes == 0 && pitch >= rows);

void native(Team& team, std::vector<Words>& buffers) {
  team.run(rows / lanes, 64, [&](size_t first, size_t last) {
    const float *values = as<float>(buffers[2]), *x = as<float>(buffers[3]);
    float* y = as<float>(buffers[0]);
    for (size_t row = first * lanes; row < last * lanes; row += lanes) {
      Floats sum = {};
      for (size_t j = 0; j < width; ++j) {
        const auto columns = load<Ints>(buffers[1].data() + j * pitch + row);
        const Ints inside = columns > 0 ? columns : 0; // where the value is 0
        Floats factors;
        for (int l = 0; l < lanes; ++l) {
          factors[l] = x[inside[l]];
        }
        sum += load<Floats>(values + j * pitch + row) * factors;
      }
      store(y + row, sum);
    }
  });
}

Workload make() {
  Words columns(size_t(pitch) * width, ~0U), values(size_t(pitch) * width);
  const Words random = random_words(rows * width), numbers = random_floats(rows * width);
  double count = 0;
  for (uint32_t row = 0; row < rows; ++row) {
    const uint32_t length = 20 + (random[row] >> 8) % (width - 19);
    count += length;
    for (uint32_t j = 0; j < length; ++j) { // near the diagonal, and some far from it
      const uint32_t far = j % 4 ? 200 : rows, from = random[row * width + j] >> 4;
      columns[j * pitch + row] = (row + from % far) % rows;
      values[j * pitch + row] = numbers[row * width + j];
    }
  }
  return {
      "spmv_ell",
      R"(kernel void spmv(global float* y, global const int* columns, global const float* values,
                              global const float* x, int rows, int pitch, int width) {
               int row = get_global_id(0);
               if (row >= rows)
                 return;
               float sum = 0;
               for (int j = 0; j < width; j++) {
                 int column = columns[j * pitch + row];
                 if (column >= 0)
                   sum += values[j * pitch + row] * x[column];
               }
               y[row] = sum;
             })",
      {Words(rows), columns, values, random_floats(rows)},
      {{"spmv",
        {(rows + 127) / 128 * 128},
        {128},
        {Buffer{0}, Buffer{1}, Buffer{2}, Buffer{3}, int32_t(rows), int32_t(pitch),
         int32_t(width)}}},
      native,
      1e-9 * count,
      "G non-zeros/s",
      2 * count,
      8.0 * pitch * width,
      Element::float32,
      1e-5}; // 32 additions a row
}

const Registered registered("spmv_ell", make);

} // namespace
