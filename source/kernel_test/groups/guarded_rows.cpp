// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums that only the work-items within bounds compute, in groups that are partly outside: their
// rows, or steps of a row, may be done together (passes/work_item_loops/call_guards.h).
#include "harness.h"

#include <array>
#include <functional>
#include <optional>

namespace {

/// What a work-item adds to its sum; none where it writes nothing.
using Expected = std::function<std::optional<int>(int x, int y, int columns, int rows)>;

std::optional<int> inside(int x, int y, int columns, int rows) {
  return x < columns && y < rows ? std::optional(0) : std::nullopt;
}

class GuardedRows : public KernelTest {
protected:
  /// A kernel of groups with `size` work-items. Its body knows x, y, columns, rows and sum, which
  /// is that of the products of row y of one matrix and column x of another one.
  void build_kernel(const char* size, const std::string& before, const std::string& after) {
    build(std::string("kernel __attribute__((reqd_work_group_size(") + size +
          "))) void k(global int* out, global const int* a, global const short* b, int columns,\n"
          "  int rows) {\n"
          "  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);\n" +
          before +
          "\n  int sum = 0;\n"
          "  for (int i = 0; i < 19; ++i) sum += a[y * 19 + i] * b[i * width + x];\n" +
          after + "\n}\n");
  }

  void expect(std::array<size_t, 2> local, const Expected& expected) {
    const int width = 80, height = 24;
    std::vector<int> a(size_t(height) * 19);
    std::vector<short> b(size_t(width) * 19);
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = int(unsigned(i) * 2654435761U >> 20) - 2000; // no sum overflows
    }
    for (size_t i = 0; i < b.size(); ++i) {
      b[i] = short(i * 40503U >> 3);
    }
    const auto product = [&](int x, int y) {
      int sum = 0;
      for (int i = 0; i < 19; ++i) {
        sum += a[y * 19 + i] * b[i * width + x];
      }
      return sum;
    };
    for (const int rows : {-1, 0, 1, 7, 8, 13, 16, 23, 24, 40}) {
      for (const int columns : {0, 1, 15, 16, 17, 31, 64, 79, 80, 99}) {
        std::vector<int> out(size_t(width) * height, -1);
        run({{width, height}, {local[0], local[1]}, {}}, out, a, b, columns, rows);
        for (int y = 0; y < height; ++y) {
          for (int x = 0; x < width; ++x) {
            const std::optional<int> added = expected(x, y, columns, rows);
            ASSERT_EQ(out[y * width + x], added ? product(x, y) + *added : -1)
                << x << ", " << y << " of " << columns << ", " << rows;
          }
        }
      }
    }
  }
};
ALL_VARIANTS(GuardedRows);

TEST_P(GuardedRows, returnWhereNothingIsToDo) {
  const char* guard = "  if (y >= rows || x >= columns) return;";
  build_kernel("16, 8, 1", guard, "  out[y * width + x] = sum;");
  expect({16, 8}, inside);
  build_kernel("80, 1, 1", guard, "  out[y * width + x] = sum;");
  expect({80, 1}, inside);
  build_kernel("8, 3, 1", guard, "  out[y * width + x] = sum;");
  expect({8, 3}, inside);
}

/// All work-items compute, and some store.
TEST_P(GuardedRows, guardsBehindTheLoop) {
  build_kernel("16, 8, 1", "", "  if (y < rows && x < columns) out[y * width + x] = sum;");
  expect({16, 8}, inside);
}

TEST_P(GuardedRows, severalGuards) {
  build_kernel("16, 8, 1", "  if (y >= rows) return;\n  int more = y * 2 > rows ? 5 : 3;",
               "  if (x < columns) out[y * width + x] = sum + more;\n"
               "  if (y == 3) out[y * width + x] = sum + 9;");
  expect({16, 8}, [](int x, int y, int columns, int rows) -> std::optional<int> {
    if (y >= rows) {
      return std::nullopt;
    }
    return y == 3        ? std::optional(9)
           : x < columns ? std::optional(y * 2 > rows ? 5 : 3)
                         : std::nullopt;
  });
}

/// The other rows do something else.
TEST_P(GuardedRows, otherwise) {
  build_kernel("16, 4, 1", "",
               "  if ((int)get_local_id(1) < rows % 5) out[y * width + x] = sum;\n"
               "  else if (x < columns) out[y * width + x] = sum + y;");
  expect({16, 4}, [](int x, int y, int columns, int rows) -> std::optional<int> {
    return y % 4 < rows % 5 ? std::optional(0) : x < columns ? std::optional(y) : std::nullopt;
  });
}

/// Only some steps of a row sum up, between barriers.
TEST_P(GuardedRows, betweenBarriers) {
  build(R"(kernel __attribute__((reqd_work_group_size(256, 1, 1)))
           void k(global float* out, global const float* in, int columns) {
             local float t[256];
             int l = get_local_id(0);
             t[l] = in[get_global_id(0)];
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l < columns) {
               float column = t[l];
               for (int i = columns; i < 256; i += columns) column += t[l + i];
               t[l] = column;
             }
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l == 0) {
               float sum = t[0];
               for (int i = 1; i < columns; ++i) sum += t[i];
               out[get_group_id(0)] = sum;
             }
           })");
  std::vector<float> in(512), out(2);
  std::vector<float> sums(2);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = float(i * 7 % 13);
    sums[i / 256] += in[i];
  }
  for (const int columns : {16, 64, 128}) {
    out = {-1, -1};
    run({{512}, {256}, {}}, out, in, columns);
    EXPECT_EQ(out, sums) << columns;
  }
}

/// What decides comes from memory, or depends on the round of a loop.
TEST_P(GuardedRows, guardsThatAreNotOfArguments) {
  build_kernel("16, 8, 1", "  if (a[y] % 2 == 0 && rows > y) return;",
               "  out[y * width + x] = sum;");
  expect({16, 8}, [](int, int y, int, int rows) -> std::optional<int> {
    const int number = int(size_t(y) * 2654435761U >> 20) - 2000;
    return number % 2 == 0 && rows > y ? std::nullopt : std::optional(0);
  });
  build_kernel("16, 8, 1", "  int more = 0;\n  for (int i = 0; i < y; ++i) more += i < rows;",
               "  out[y * width + x] = sum + more;");
  expect({16, 8}, [](int, int y, int, int rows) -> std::optional<int> {
    return std::max(0, std::min(y, rows));
  });
}

} // namespace
