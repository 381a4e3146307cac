// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices of which each work-item computes a block, in short vectors that a loop
// carries over barriers, and tiles whose rows and columns are quotients and remainders of ids.
#include "harness.h"

namespace {

/// c = a * b, whose rows have `n` elements, with sums that are exact in every type.
template <typename T> struct Product {
  explicit Product(int size) : n(size), a(size_t(n) * n), b(a.size()), c(a.size(), T(-1)) {
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = T(int(i * 7 % 11) - 5);
      b[i] = T(int(i * 5 % 13) - 6);
    }
  }

  [[nodiscard]] std::vector<T> expected() const {
    std::vector<T> product(a.size());
    for (int y = 0; y < n; ++y) {
      for (int i = 0; i < n; ++i) {
        for (int x = 0; x < n; ++x) {
          product[y * n + x] += a[y * n + i] * b[i * n + x];
        }
      }
    }
    return product;
  }

  int n;
  std::vector<T> a, b, c;
};

class RegisterBlocks : public KernelTest {
protected:
  template <typename T> void expect_product(int n, size_t columns, size_t rows) {
    Product<T> product(n);
    run({{n / columns, n / rows}, {16, 8}, {}}, product.c, product.a, product.b, n);
    EXPECT_EQ(product.c, product.expected());
  }
};
ALL_VARIANTS(RegisterBlocks);

/// 8 rows and 8 columns each, of tiles that are read four elements at a time.
std::string blocks_of_vectors(const char* type) {
  return std::string("typedef ") + type + " T;\ntypedef " + type + "4 T4;\n" +
         R"(kernel __attribute__((reqd_work_group_size(16, 8, 1)))
            void k(global T4* c, global const T4* a, global const T4* b, int n) {
              local T ta[4][64];
              local T4 tb[4][32];
              int x = get_local_id(0), y = get_local_id(1), id = y * 16 + x, quads = n / 4;
              int top = get_group_id(1) * 64, left = get_group_id(0) * 32;
              T4 sums[8][2];
              for (int i = 0; i < 8; i++) sums[i][0] = sums[i][1] = 0;
              for (int t = 0; t < n; t += 4) {
                if (id < 64) {
                  T4 four = a[(top + id) * quads + t / 4];
                  ta[0][id] = four.x;
                  ta[1][id] = four.y;
                  ta[2][id] = four.z;
                  ta[3][id] = four.w;
                }
                tb[id / 32][id % 32] = b[(t + id / 32) * quads + left + id % 32];
                barrier(CLK_LOCAL_MEM_FENCE);
                for (int d = 0; d < 4; d++) {
                  T4 low = tb[d][x * 2], high = tb[d][x * 2 + 1];
                  for (int i = 0; i < 8; i++) {
                    T factor = ta[d][y * 8 + i];
                    sums[i][0] += factor * low;
                    sums[i][1] += factor * high;
                  }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
              }
              for (int i = 0; i < 8; i++) {
                c[(top + y * 8 + i) * quads + left + x * 2] = sums[i][0];
                c[(top + y * 8 + i) * quads + left + x * 2 + 1] = sums[i][1];
              }
            })";
}

TEST_P(RegisterBlocks, ofFloats) {
  build(blocks_of_vectors("float"));
  expect_product<float>(128, 8, 8);
}

TEST_P(RegisterBlocks, ofIntegers) {
  build(blocks_of_vectors("int"));
  expect_product<int>(128, 8, 8);
}

TEST_P(RegisterBlocks, ofDoubles) {
  build(blocks_of_vectors("double"));
  expect_product<double>(128, 8, 8);
}

/// 4 rows and columns each, of tiles whose elements the group's work-items go through with a stride
/// of their number, and which reach over the edges.
TEST_P(RegisterBlocks, beyondTheEdge) {
  build(R"(kernel __attribute__((reqd_work_group_size(16, 8, 1)))
           void k(global int* c, global const int* a, global const int* b, int n) {
             local int ta[16][32], tb[16][64];
             int x = get_local_id(0), y = get_local_id(1);
             int top = get_group_id(1) * 32, left = get_group_id(0) * 64;
             int sums[4][4] = {};
             for (int t = 0; t < n; t += 16) {
               for (int e = y * 16 + x; e < 32 * 16; e += 128) {
                 int row = top + e / 16, inner = t + e % 16;
                 ta[e % 16][e / 16] = row < n && inner < n ? a[row * n + inner] : 0;
               }
               for (int e = y * 16 + x; e < 64 * 16; e += 128) {
                 int column = left + e % 64, inner = t + e / 64;
                 tb[e / 64][e % 64] = column < n && inner < n ? b[inner * n + column] : 0;
               }
               barrier(CLK_LOCAL_MEM_FENCE);
               for (int d = 0; d < 16; d++)
                 for (int i = 0; i < 4; i++)
                   for (int j = 0; j < 4; j++)
                     sums[i][j] += ta[d][y * 4 + i] * tb[d][x * 4 + j];
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             for (int i = 0; i < 4; i++)
               for (int j = 0; j < 4; j++) {
                 int row = top + y * 4 + i, column = left + x * 4 + j;
                 if (row < n && column < n) c[row * n + column] = sums[i][j];
               }
           })");
  for (const int n : {64, 100, 37}) {
    Product<int> product(n);
    const auto groups = [&](int tile) { return size_t((n + tile - 1) / tile); };
    run({{groups(64) * 16, groups(32) * 8}, {16, 8}, {}}, product.c, product.a, product.b, n);
    EXPECT_EQ(product.c, product.expected()) << n;
  }
}

/// Quotients and remainders of local ids, in groups that have a step for fewer work-items.
TEST_P(RegisterBlocks, bitsOfIds) {
  build(R"(kernel void k(global int* out, int shift) {
             uint l = get_local_id(0) + get_local_id(1) * get_local_size(0);
             uint x = get_local_id(0);
             int sum = 0;
             for (uint e = x; e < 200; e += 64) sum += (e >> 4) * 3 + (e & 63) * 5 + (e & 7);
             out[get_group_id(0) * 1000 + l] = sum + (x / 8) * 7 + (x % 32) * 11 + (x >> 1) * 13 +
                                               (x & ~31u) * 17 + ((x * 4) / 64) * 19 +
                                               (((int)x - 64) >> 5) * 23 + (((x + shift) >> 4) << 8);
           })");
  const auto expected = [](unsigned x, unsigned shift) {
    unsigned sum = 0;
    for (unsigned e = x; e < 200; e += 64) {
      sum += (e >> 4) * 3 + (e & 63) * 5 + (e & 7);
    }
    return int(sum + (x / 8) * 7 + (x % 32) * 11 + (x >> 1) * 13 + (x & ~31U) * 17 +
               ((x * 4) / 64) * 19 + unsigned((int(x) - 64) >> 5) * 23 + (((x + shift) >> 4) << 8));
  };
  for (const size_t columns : {1, 7, 8, 16, 24, 37, 64, 100}) {
    for (const int shift : {0, 16, 3}) {
      std::vector<int> out(2000, -1), wanted(2000, -1);
      for (size_t i = 0; i < 2; ++i) {
        for (size_t y = 0; y < 3; ++y) {
          for (size_t x = 0; x < columns; ++x) {
            wanted[i * 1000 + y * columns + x] = expected(unsigned(x), unsigned(shift));
          }
        }
      }
      run({{2 * columns, 3}, {columns, 3}, {}}, out, shift);
      EXPECT_EQ(out, wanted) << columns << ", " << shift;
    }
  }
}

} // namespace
