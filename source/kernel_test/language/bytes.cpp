// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on bytes, which C does in an int: with all pairs of them.
#include "harness.h"

#include <algorithm>
#include <climits>
#include <functional>

namespace {

using Function = std::function<int(int a, int b)>;

class Bytes : public KernelTest {
protected:
  /// Compares `expression` of bytes `a` and `b`, of these types, with `function` of all pairs.
  void expect(const char* type_of_a, const char* type_of_b, const std::string& expression,
              const Function& function) {
    build(std::string("kernel void k(global uchar* low, global ") + type_of_a + "* as, global " +
          type_of_b + "* bs) {\n  size_t i = get_global_id(0);\n  " + type_of_a + " a = as[i]; " +
          type_of_b + " b = bs[i];\n  low[i] = " + expression + ";\n}");
    std::vector<cl_uchar> low(65536), expected(65536), as(65536), bs(65536);
    for (int i = 0; i < 65536; ++i) {
      as[size_t(i)] = cl_uchar(i);
      bs[size_t(i)] = cl_uchar(i >> 8);
      const int a = type_of_a[0] == 'u' ? i & 255 : int(cl_char(i));
      const int b = type_of_b[0] == 'u' ? i >> 8 : int(cl_char(i >> 8));
      expected[size_t(i)] = cl_uchar(function(a, b));
    }
    run({{65536}, {64}, {}}, low, as, bs);
    EXPECT_EQ(low, expected) << expression;
  }
};
ALL_VARIANTS(Bytes);

TEST_P(Bytes, sumsAndProducts) {
  expect("uchar", "uchar", "(77 * a + 151 * b + 28 * a + 128) >> 8",
         [](int a, int b) { return (77 * a + 151 * b + 28 * a + 128) >> 8; });
  expect("uchar", "uchar", "(a * b + a * 3) >> 7",
         [](int a, int b) { return (a * b + a * 3) >> 7; }); // beyond 16 bits
  expect("uchar", "char", "(a - b * 5) >> 3", [](int a, int b) { return (a - b * 5) >> 3; });
  expect("char", "char", "(a * b) >> 6", [](int a, int b) { return (a * b) >> 6; });
  expect("char", "char", "((a << 4) + (b << 3)) / 9",
         [](int a, int b) { return (a * 16 + b * 8) / 9; });
}

TEST_P(Bytes, comparisons) {
  expect("uchar", "char", "a * 3 - 200 < b * 2 ? a - b : max(a * 2 - 50, b * 3)",
         [](int a, int b) { return a * 3 - 200 < b * 2 ? a - b : std::max(a * 2 - 50, b * 3); });
  expect("char", "char", "(uint)(a * 7) < (uint)(b * 5) ? 1 + a : 2 + b",
         [](int a, int b) { return unsigned(a * 7) < unsigned(b * 5) ? 1 + a : 2 + b; });
  expect("uchar", "uchar", "min(max(a * b >> 4, 200), 3000) > 1000 ? a * 2 : b + 17",
         [](int a, int b) {
           return std::min(std::max(a * b >> 4, 200), 3000) > 1000 ? a * 2 : b + 17;
         });
  expect("char", "uchar", "(int)max((uint)(a * 9), (uint)(b - 300)) >> 2",
         [](int a, int b) { return int(std::max(unsigned(a * 9), unsigned(b - 300))) >> 2; });
}

/// Of three pixels, with weights that are constants.
TEST_P(Bytes, weightsOfATable) {
  build(R"(constant int weights[3] = {1, 2, 1};
           kernel void k(global uchar* out, global const uchar* in, int width) {
             int x = get_global_id(0);
             int sum = 0;
             for (int i = -1; i <= 1; i++)
               sum += weights[i + 1] * in[clamp(x + i, 0, width - 1)];
             out[x] = sum / 4 >= 100 ? 255 : sum / 4;
           })");
  const int width = 1000;
  std::vector<cl_uchar> in(width), out(width), expected(width);
  for (int x = 0; x < width; ++x) {
    in[size_t(x)] = cl_uchar(x * 37 % 211);
  }
  for (int x = 0; x < width; ++x) {
    const auto at = [&](int i) { return int(in[size_t(std::clamp(i, 0, width - 1))]); };
    const int mean = (at(x - 1) + 2 * at(x) + at(x + 1)) / 4;
    expected[size_t(x)] = cl_uchar(mean >= 100 ? 255 : mean);
  }
  run({{width}, {40}, {}}, out, in, width);
  EXPECT_EQ(out, expected);
}

TEST_P(Bytes, divisionsByConstants) {
  expect("uchar", "uchar", "(a * 3 + b * 6) / 9", [](int a, int b) { return (a * 3 + b * 6) / 9; });
  expect("uchar", "char", "(a - b * 3) / 5 + (b - a) % 7",
         [](int a, int b) { return (a - b * 3) / 5 + (b - a) % 7; });
  expect("char", "char", "(a * b) % 100 - (a * b) / 1000",
         [](int a, int b) { return a * b % 100 - a * b / 1000; });
  expect("uchar", "uchar", "(uint)(a * b) / 254u + (uint)(a - b) / 3u",
         [](int a, int b) { return int(unsigned(a * b) / 254 + unsigned(a - b) / 3); });
  expect("uchar", "char", "(a + b) / 40000 + (a * b) / -3",
         [](int a, int b) { return (a + b) / 40000 + a * b / -3; });
}

/// With a number that is the same for all, of whatever size.
TEST_P(Bytes, comparisonsWithAnyNumber) {
  build(R"(kernel void k(global uchar* out, global const uchar* as, global const char* bs, int m) {
             size_t i = get_global_id(0);
             int a = as[i] * 2, b = bs[i] - 3;
             uint n = m;
             int bits = (a < m) + 2 * (a >= m) + 4 * (b <= m) + 8 * (b > m) + 16 * (a == m);
             bits += 32 * (b != m) + 64 * ((uint)a > n) + 128 * (n >= (uint)b);
             out[i] = bits;
           })");
  std::vector<cl_uchar> as(256);
  std::vector<cl_char> bs(256);
  for (int i = 0; i < 256; ++i) {
    as[size_t(i)] = cl_uchar(i);
    bs[size_t(i)] = cl_char(i * 5);
  }
  for (const int m : {INT_MIN, -65537, -65536, -32769, -32768, -512,  -131,  -130,   -129, -1,
                      0,       1,      2,      124,    125,    126,   255,   256,    509,  510,
                      511,     512,    32767,  32768,  65535,  65536, 65537, INT_MAX}) {
    std::vector<cl_uchar> out(256);
    run({{256}, {64}, {}}, out, as, bs, m);
    for (size_t i = 0; i < out.size(); ++i) {
      const int a = as[i] * 2, b = bs[i] - 3;
      const auto n = unsigned(m);
      const int bits = (a < m) + 2 * (a >= m) + 4 * (b <= m) + 8 * (b > m) + 16 * (a == m) +
                       32 * (b != m) + 64 * (unsigned(a) > n) + 128 * (n >= unsigned(b));
      ASSERT_EQ(int(out[i]), bits) << i << " beside " << m;
    }
  }
}

} // namespace
