// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes and numbers of 16 bits anywhere in memory, as in tables.
#include "harness.h"

#include <functional>

namespace {

constexpr int items = 200, places = 1000;

class GatheredBytes : public KernelTest {
protected:
  /// Runs `body`, which makes `r` of i, from -400 to 399 and different for each work-item, of
  /// `first`, and of p, which has elements from -500 to 499; and compares it with `result`.
  template <typename Element>
  void expect(const char* type, const std::string& body,
              const std::function<int(const int* p, int i, int first)>& result) {
    SCOPED_TRACE(type + (": " + body));
    const std::string element(type);
    build("typedef struct { uchar a[3]; " + element +
          " b; } Pair;\nkernel void k(global int* q, global const int* is, "
          "global const " +
          element +
          "* all, int first) {\n  int g = get_global_id(0), i = is[g], r = -7;\n  "
          "global const " +
          element + "* p = all + 500 + first;\n  " + body + "\n  q[g] = r;\n}");
    std::vector<Element> all(places + 8);
    std::vector<int> numbers(all.size()), q(items), is(items);
    for (size_t i = 0; i < all.size(); ++i) {
      all[i] = Element(i * 2654435761 >> 5);
      numbers[i] = all[i];
    }
    for (int g = 0; g < items; ++g) {
      is[size_t(g)] = g * 373 % 800 - 400;
    }
    for (int first = 0; first < 5; ++first) {
      run({{items}, {50}, {}}, q, is, all, first);
      for (int g = 0; g < items; ++g) {
        ASSERT_EQ(q[size_t(g)], result(numbers.data() + 500 + first, is[size_t(g)], first))
            << g << ", from " << first;
      }
    }
  }

  void expect_of_all_types(const std::string& body,
                           const std::function<int(const int* p, int i, int first)>& result) {
    expect<cl_uchar>("uchar", body, result);
    expect<cl_char>("char", body, result);
    expect<cl_ushort>("ushort", body, result);
    expect<cl_short>("short", body, result);
  }
};
ALL_VARIANTS(GatheredBytes);

TEST_P(GatheredBytes, indices) {
  expect_of_all_types("r = p[i];", [](const int* p, int i, int) { return p[i]; });
  expect_of_all_types("r = p[(long)i];", [](const int* p, int i, int) { return p[i]; });
  expect_of_all_types("r = p[(uint)abs(i)];", [](const int* p, int i, int) { return p[abs(i)]; });
  expect_of_all_types("r = p[i + 3] + p[i ^ 5] * 2;",
                      [](const int* p, int i, int) { return p[i + 3] + p[i ^ 5] * 2; });
}

TEST_P(GatheredBytes, underConditions) {
  expect_of_all_types("if (i > 5) r = p[i]; else if (i < -100) r = p[i + 8];",
                      [](const int* p, int i, int) {
                        return i > 5 ? p[i] : i < -100 ? p[i + 8] : -7;
                      });
  expect_of_all_types("for (int j = 0; j < (i & 7); ++j) r += p[i - j * 3];",
                      [](const int* p, int i, int) {
                        int sum = -7;
                        for (int j = 0; j < (i & 7); ++j) {
                          sum += p[i - j * 3];
                        }
                        return sum;
                      });
}

/// One read tells where the next one is.
TEST_P(GatheredBytes, chains) {
  expect<cl_uchar>("uchar", "uchar c = i; for (int j = 0; j < 5; ++j) c = p[c]; r = c;",
                   [](const int* p, int i, int) {
                     int c = i & 255;
                     for (int j = 0; j < 5; ++j) {
                       c = p[c];
                     }
                     return c;
                   });
}

TEST_P(GatheredBytes, ofStructures) {
  expect<cl_uchar>(
      "uchar", "r = ((global const Pair*)all)[(i + 400) / 4].b;",
      [](const int* p, int i, int first) { return p[-500 - first + (i + 400) / 4 * 4 + 3]; });
}

TEST_P(GatheredBytes, ofPrivateArrays) {
  expect_of_all_types(
      "ushort a[40]; uchar b[40]; for (int j = 0; j < 40; ++j) a[j] = b[j] = p[j + (i & 3)];"
      " for (int j = 0; j < (i & 15); ++j) { b[a[j] % 40] += j; a[b[j] % 40] ^= j; }"
      " r = a[abs(i) % 40] + b[abs(i) % 39];",
      [](const int* p, int i, int) {
        cl_ushort a[40];
        cl_uchar b[40];
        for (int j = 0; j < 40; ++j) {
          a[j] = b[j] = cl_uchar(p[j + (i & 3)]);
        }
        for (int j = 0; j < (i & 15); ++j) {
          b[a[j] % 40] = cl_uchar(b[a[j] % 40] + j);
          a[b[j] % 40] = cl_ushort(a[b[j] % 40] ^ j);
        }
        return a[abs(i) % 40] + b[abs(i) % 39];
      });
}

} // namespace
