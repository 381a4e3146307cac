// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that sum along rows of memory, one row or two for each work-item: kernels stay scalar for
// them, and groups become tiles where rows are shared (modules/vecz/include/vecz/cost.h).
#include "harness.h"

#include <algorithm>

namespace {

class RowSums : public KernelTest {
protected:
  static std::vector<cl_int> numbers(size_t count, cl_uint seed) {
    std::vector<cl_int> made(std::max<size_t>(count, 1)); // buffers are never empty
    for (size_t i = 0; i < made.size(); ++i) {
      made[i] = cl_int((cl_uint(i) + seed) * 2654435761U >> 28) - 8; // no sum overflows
    }
    return made;
  }

  /// c = 3 c + a * transposed(b), of `height` rows by `width` rows of `depth` numbers each.
  void multiply(size_t width, size_t height, size_t depth, bool in_place) {
    auto a = numbers(height * depth, 1), b = numbers(width * depth, 7);
    auto c = numbers(width * height, 5), expected = c;
    for (size_t i = 0; i < height; ++i) {
      for (size_t j = 0; j < width; ++j) {
        cl_int& sum = expected[i * width + j];
        sum *= 3;
        for (size_t k = 0; k < depth; ++k) {
          sum += a[i * depth + k] * b[j * depth + k];
        }
      }
    }
    run({{width, height}, {}, {}}, c, a, b, cl_uint(width), cl_ulong(depth), cl_int(in_place));
    ASSERT_EQ(c, expected) << width << " by " << height << " by " << depth;
  }
};
ALL_VARIANTS(RowSums);

TEST_P(RowSums, productsOfRows) {
  build(R"(kernel void k(global int* c, global const int* a, global const int* b, uint width,
                         ulong depth, int in_place) {
             size_t j = get_global_id(0), i = get_global_id(1);
             c[i * width + j] *= 3;
             if (in_place) {
               for (ulong k = 0; k < depth; k++)
                 c[i * width + j] += a[i * depth + k] * b[j * depth + k];
             } else {
               int sum = 0;
               for (ulong k = 0; k < depth; k++)
                 sum += a[i * depth + k] * b[j * depth + k];
               c[i * width + j] += sum;
             }
           })");
  for (const bool in_place : {false, true}) {
    multiply(64, 96, 100, in_place);
    multiply(37, 53, 129, in_place);
    multiply(130, 2, 64, in_place);
    multiply(1, 70, 3, in_place);
    multiply(70, 33, 0, in_place);
  }
}

/// The place of the sum is in one of the rows that are summed.
TEST_P(RowSums, sumsInTheirRows) {
  build(R"(kernel void k(global int* a, ulong depth) {
             size_t at = get_global_id(0) * depth;
             for (ulong k = 0; k < depth; k++)
               a[at + depth / 2] += a[at + k];
           })");
  for (const size_t depth : {1, 5, 64, 201}) {
    constexpr size_t count = 40;
    auto a = numbers(count * depth, 3), expected = a;
    for (size_t row = 0; row < count; ++row) {
      for (size_t k = 0; k < depth; ++k) {
        expected[row * depth + depth / 2] += expected[row * depth + k];
      }
    }
    run({{count}, {}, {}}, a, cl_ulong(depth));
    ASSERT_EQ(a, expected) << depth;
  }
}

} // namespace
