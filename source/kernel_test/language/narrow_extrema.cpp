// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minima and maxima of sums of 16-bit numbers, which C computes in an int and which may not fit: of
// all pairs of numbers near the limits, and some small ones
// (modules/vecz/source/preparation/integer_widths/narrow_extrema.h).
#include "harness.h"

#include <algorithm>
#include <functional>

namespace {

int min(int a, int b) { return std::min(a, b); }
int max(int a, int b) { return std::max(a, b); }

using Function = std::function<int(int x, int y, int d)>;

class NarrowExtrema : public KernelTest {
protected:
  /// Compares `expression` of two numbers of a type, `x` and `y`, and a byte `d`.
  void expect(bool has_sign, const std::string& expression, const Function& function) {
    const std::string type = has_sign ? "short" : "ushort";
    build("kernel void k(global " + type + "* out, global const " + type + "* xs, global const " +
          type + "* ys, global const uchar* ds) {\n  size_t i = get_global_id(0);\n  " + type +
          " x = xs[i], y = ys[i]; uchar d = ds[i];\n  out[i] = " + expression + ";\n}");
    const std::vector<cl_ushort> numbers = {
        0,      1,      2,      3,      5,      254,    255,    256,    1000,   0x7ffc, 0x7ffd,
        0x7ffe, 0x7fff, 0x8000, 0x8001, 0x8002, 0x8005, 0xff00, 0xfffa, 0xfffd, 0xfffe, 0xffff};
    const std::vector<cl_uchar> bytes = {0, 1, 2, 3, 254, 255};
    std::vector<cl_ushort> xs, ys, expected;
    std::vector<cl_uchar> ds;
    for (const cl_ushort x : numbers) {
      for (const cl_ushort y : numbers) {
        for (const cl_uchar d : bytes) {
          xs.push_back(x), ys.push_back(y), ds.push_back(d);
          expected.push_back(
              cl_ushort(has_sign ? function(cl_short(x), cl_short(y), d) : function(x, y, d)));
        }
      }
    }
    std::vector<cl_ushort> out(xs.size());
    run({{out.size()}, {}, {}}, out, xs, ys, ds);
    EXPECT_EQ(out, expected) << type << ": " << expression;
  }
  void expect_both(const std::string& expression, const Function& function) {
    expect(false, expression, function);
    expect(true, expression, function);
  }
};
ALL_VARIANTS(NarrowExtrema);

TEST_P(NarrowExtrema, ofTwoSums) {
  expect_both("min(x + 1, y + (d & 1))",
              [](int x, int y, int d) { return min(x + 1, y + (d & 1)); });
  expect_both("min(x + 1, y + (d != 2))",
              [](int x, int y, int d) { return min(x + 1, y + (d != 2)); });
  expect_both("max((int)x, y + (d == 2))",
              [](int x, int y, int d) { return max(x, y + (d == 2)); });
  expect_both("max(x - 3, y - 5)", [](int x, int y, int /*d*/) { return max(x - 3, y - 5); });
  expect_both("min(x - 3, y - 5) + 2",
              [](int x, int y, int /*d*/) { return min(x - 3, y - 5) + 2; });
  expect_both("max(x + 255, y + d)", [](int x, int y, int d) { return max(x + 255, y + d); });
  expect_both("min((int)x, y - d)", [](int x, int y, int d) { return min(x, y - d); });
  expect(false, "(ushort)min((uint)x + 1u, (uint)y + (d != 2))",
         [](int x, int y, int d) { return min(x + 1, y + (d != 2)); });
}

TEST_P(NarrowExtrema, ofNumbersOfWhichNeitherIsMore) {
  expect_both("min(x + 3, y + d)", [](int x, int y, int d) { return min(x + 3, y + d); });
  expect_both("max(x - 1, y + (d == 2 ? 2 : -1))",
              [](int x, int y, int d) { return max(x - 1, y + (d == 2 ? 2 : -1)); });
  expect_both("max(x + (d == 2 ? 2 : -2), y + 1)",
              [](int x, int y, int d) { return max(x + (d == 2 ? 2 : -2), y + 1); });
  expect_both("min(x + (d == 2 ? 5 : -5), d + 3)",
              [](int x, int /*y*/, int d) { return min(x + (d == 2 ? 5 : -5), d + 3); });
}

TEST_P(NarrowExtrema, ofSeveral) {
  expect_both("max(max(0, x + (d == 2 ? 2 : -1)), max(x - 1, y - 1))", [](int x, int y, int d) {
    return max(max(0, x + (d == 2 ? 2 : -1)), max(x - 1, y - 1));
  });
  expect_both("max(0, max(x - 4, y + (d == 2 ? 3 : -7)))",
              [](int x, int y, int d) { return max(0, max(x - 4, y + (d == 2 ? 3 : -7))); });
  expect_both("min(min(x + 1, y + 2), 40000)",
              [](int x, int y, int /*d*/) { return min(min(x + 1, y + 2), 40000); });
  expect_both("min(max(x - 2, y - 1), 1000 + (d == 2))",
              [](int x, int y, int d) { return min(max(x - 2, y - 1), 1000 + (d == 2)); });
  expect_both("max(min(x + 1, y + (d & 1)) + 2, (int)x) - 1",
              [](int x, int y, int d) { return max(min(x + 1, y + (d & 1)) + 2, x) - 1; });
  expect_both("max(min(x - 1, y - 1), -3)",
              [](int x, int y, int /*d*/) { return max(min(x - 1, y - 1), -3); });
  expect_both("(uchar)min(x + 1, y + (d & 1))",
              [](int x, int y, int d) { return min(x + 1, y + (d & 1)) & 255; });
}

TEST_P(NarrowExtrema, comparedWithoutASign) {
  const auto u = [](int value) { return unsigned(value); };
  expect_both("(ushort)max((uint)(x - 1), (uint)(y + 1))",
              [u](int x, int y, int /*d*/) { return int(std::max(u(x - 1), u(y + 1))); });
  expect_both("(ushort)min((uint)(x + 1), (uint)(y - d))",
              [u](int x, int y, int d) { return int(std::min(u(x + 1), u(y - d))); });
}

/// The table of a Smith-Waterman alignment, a pair of words a work-item.
TEST_P(NarrowExtrema, alignments) {
  build(R"(kernel void k(global short* out, global const uchar* a, global const uchar* b) {
             int id = get_global_id(0), all = get_global_size(0);
             short row[17], best = 0;
             for (int j = 0; j <= 16; j++) row[j] = 0;
             for (int i = 0; i < 12; i++) {
               short corner = 0, before = 0;
               for (int j = 0; j < 16; j++) {
                 short above = row[j + 1], score = a[i * all + id] == b[j * all + id] ? 2 : -1;
                 short here = max(max(0, corner + score), max(above - 1, before - 1));
                 corner = above;
                 row[j + 1] = before = here;
                 best = max(best, here);
               }
             }
             out[id] = best;
           })");
  constexpr size_t all = 77;
  std::vector<cl_uchar> a(12 * all), b(16 * all);
  for (size_t i = 0; i < b.size(); ++i) {
    b[i] = cl_uchar(i * 2654435761U >> 13 & 3);
    a[i % a.size()] = cl_uchar(i * 40503U >> 7 & 3);
  }
  std::vector<cl_short> out(all), expected(all);
  for (size_t id = 0; id < all; ++id) {
    int row[17] = {};
    for (size_t i = 0; i < 12; ++i) {
      int corner = 0, before = 0;
      for (size_t j = 0; j < 16; ++j) {
        const int above = row[j + 1], score = a[i * all + id] == b[j * all + id] ? 2 : -1;
        row[j + 1] = max(max(0, corner + score), max(above, before) - 1);
        corner = above, before = row[j + 1];
        expected[id] = cl_short(max(expected[id], before));
      }
    }
  }
  run({{all}, {}, {}}, out, a, b);
  EXPECT_EQ(out, expected);
}

} // namespace
