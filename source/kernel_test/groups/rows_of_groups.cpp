// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row for each group, whose work-items go over it together and add up by a tree in local memory:
// where sizes are known, all may have the same number of steps (passes/grid_stride/full_rounds.h),
// and the tree may be done in registers (passes/local_memory/group_registers.h).
#include "harness.h"

#include <string>

namespace {

class RowsOfGroups : public KernelTest {
protected:
  static constexpr int rows = 5;

  /// `more` says, in terms of a `counter` x, whether a row of so many columns goes on.
  void check(const char* counter, int group, int columns, const char* more) {
    build_rows(counter, group, more);
    if (!was_refused()) {
      run_rows(group, columns);
    }
  }

  void build_rows(const char* counter, int group, const char* more) {
    build(std::string("#define GROUP ") + std::to_string(group) + "\n#define MORE " + more +
          "\ntypedef " + counter + R"( Counter;
      int sum_of_group(local int* parts, int value) {
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
      kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
      void k(global int* out, global const int* in, local int* parts, int columns, int pitch) {
        Counter l = get_local_id(0);
        int row = get_group_id(0);
        global const int* from = in + row * pitch;
        int sum = 0;
        for (Counter x = l; MORE; x += GROUP)
          sum += from[x];
        int all = sum_of_group(parts, sum), squares = 0;
        for (Counter x = l; MORE; x += GROUP)
          squares += (from[x] - all % 7) * (from[x] - all % 7);
        int last = sum_of_group(parts, squares);
        for (Counter x = l; MORE; x += GROUP)
          out[row * pitch + x] = from[x] * all + last;
      })");
  }

  void run_rows(int group, int columns) {
    const int pitch = columns + 3;
    std::vector<int> in(size_t(rows) * pitch), out(in.size(), -1);
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = int(unsigned(i) * 2654435761U >> 27) - 16; // no sum overflows
    }
    run({{size_t(rows) * group}, {size_t(group)}, {}}, out, in, Local{size_t(group) * 4}, columns,
        pitch);
    for (int row = 0; row < rows; ++row) {
      const int* from = &in[size_t(row) * pitch];
      int all = 0, last = 0;
      for (int x = 0; x < columns; ++x) {
        all += from[x];
      }
      for (int x = 0; x < columns; ++x) {
        last += (from[x] - all % 7) * (from[x] - all % 7);
      }
      for (int x = 0; x < pitch; ++x) {
        ASSERT_EQ(out[size_t(row) * pitch + x], x < columns ? from[x] * all + last : -1)
            << row << ", " << x << " of " << columns;
      }
    }
  }
};
ALL_VARIANTS(RowsOfGroups);

TEST_P(RowsOfGroups, equalSteps) {
  check("int", 256, 768, "x < 768");
  check("uint", 64, 640, "x < 640");
  check("size_t", 32, 64, "x < 64");
  check("long", 128, 128, "x < 128");
  check("int", 16, 16, "x <= 15");
}

TEST_P(RowsOfGroups, unequalSteps) {
  check("int", 256, 1000, "x < 1000");
  check("uint", 64, 641, "x < 641");
  check("size_t", 128, 127, "x < 127");
  check("int", 32, 31, "x < 31");
  check("long", 16, 1, "x < 1");
}

TEST_P(RowsOfGroups, stepsOfAnArgument) {
  build_rows("int", 256, "x < columns");
  for (const int columns : {0, 1, 255, 256, 257, 768, 1000}) {
    run_rows(256, columns);
  }
}

} // namespace
