// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items of a group that read columns of what others have written in rows.
#include "harness.h"

#include <numeric>

namespace {

class Transpositions : public KernelTest {
protected:
  /// k(out, in) turns a matrix of 4 by 3 tiles.
  template <typename T>
  void check(const std::string& type, const std::string& body, size_t width, size_t height) {
    const std::string w = std::to_string(width), h = std::to_string(height);
    build("kernel __attribute__((reqd_work_group_size(" + w + ", " + h + ", 1)))\n" +
          "void k(global " + type + "* out, global const " + type + "* in) {\n" +
          "const int w = " + w + ", h = " + h + ", columns = 4 * " + w + ", rows = 3 * " + h +
          ";\n" + "int x = get_local_id(0), y = get_local_id(1);\n" +
          "int column = get_group_id(0) * w, row = get_group_id(1) * h;\n" + body + "}");
    const size_t columns = 4 * width, rows = 3 * height;
    std::vector<T> in(columns * rows), out(columns * rows), read;
    std::iota(in.begin(), in.end(), T(1));
    read = in;
    run({{columns, rows}, {width, height}, {}}, out, read);
    for (size_t i = 0; i < columns; ++i) {
      for (size_t j = 0; j < rows; ++j) {
        ASSERT_EQ(out[i * rows + j], in[j * columns + i]) << type << " " << i << ", " << j;
      }
    }
  }
};
ALL_VARIANTS(Transpositions);

TEST_P(Transpositions, squareTiles) {
  for (const size_t n : {4, 8, 16, 32}) {
    const std::string body = "local TYPE t[" + std::to_string(n) + "][" + std::to_string(n + 1) +
                             "];\n"
                             "t[y][x] = in[(row + y) * columns + column + x];\n"
                             "barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "out[(column + y) * rows + row + x] = t[x][y];\n";
    const auto of = [&](const std::string& type) { return "typedef " + type + " TYPE;\n" + body; };
    check<cl_uint>("uint", of("uint"), n, n);
    check<cl_ushort>("ushort", of("ushort"), n, n);
    check<cl_uchar>("uchar", of("uchar"), n, n);
    check<cl_double>("double", of("double"), n, n);
  }
}

/// No work-item writes what others read, but nothing says so.
TEST_P(Transpositions, throughGlobalMemoryOnly) {
  check<cl_int>("int", "out[(column + x) * rows + row + y] = in[(row + y) * columns + column + x];",
                16, 16);
  check<cl_int>("int", "out[(column + y) * rows + row + x] = in[(row + x) * columns + column + y];",
                16, 16);
}

TEST_P(Transpositions, twoTilesAndAnotherOrder) {
  check<cl_float>("float",
                  R"(local float t[16][20], u[16][17];
                     t[y][x] = in[(row + y) * columns + column + x];
                     u[y][x] = t[y][x] + 1;
                     barrier(CLK_LOCAL_MEM_FENCE);
                     out[(column + 15 - y) * rows + row + x] = t[x][15 - y] * 2 - u[x][15 - y] + 1;)",
                  16, 16);
}

TEST_P(Transpositions, oblongTiles) {
  check<cl_int>("int",
                R"(local int t[8][33];
                   t[y][x] = in[(row + y) * columns + column + x];
                   barrier(CLK_LOCAL_MEM_FENCE);
                   int l = y * w + x;
                   out[(column + l / h) * rows + row + l % h] = t[l % h][l / h];)",
                32, 8);
}

} // namespace
