// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items that walk along bytes and numbers of 16 bits, each along its own.
#include "harness.h"

#include <functional>

namespace {

constexpr int items = 150, row = 64; ///< elements of a work-item's own

class WalkedBytes : public KernelTest {
protected:
  using Walk = std::function<int(const int* own, int begin, int length)>;

  /// Runs `body`, which makes `sum` of the elements from `p` on, which has `row` of the work-item's
  /// own, of `begin`, the same for all, and of `length`; and compares it with `walk`.
  template <typename Element>
  void expect(const char* type, const std::string& body, const Walk& walk) {
    SCOPED_TRACE(body);
    build("kernel void k(global int* sums, global const " + std::string(type) +
          "* all, int begin, global const int* lengths) {\n"
          "  int id = get_global_id(0), length = lengths[id], sum = 0;\n  global const " +
          type + "* p = all + id * 64;\n" + body + "\n  sums[id] = sum;\n}");
    std::vector<Element> all(items * row);
    std::vector<int> numbers(all.size()), lengths(items), sums(items);
    for (size_t i = 0; i < all.size(); ++i) {
      all[i] = Element(i * 2654435761 >> 7);
      numbers[i] = all[i];
    }
    for (int i = 0; i < items; ++i) {
      lengths[size_t(i)] = i * 7 % 29;
    }
    for (int begin = 3; begin < 8; ++begin) {
      run({{items}, {50}, {}}, sums, all, begin, lengths);
      for (int i = 0; i < items; ++i) {
        ASSERT_EQ(sums[size_t(i)], walk(&numbers[size_t(i) * row], begin, lengths[size_t(i)]))
            << "work-item " << i << ", from " << begin;
      }
    }
  }
};
ALL_VARIANTS(WalkedBytes);

/// As the kernels' `sum = sum * 3 + p[...]`, which wraps.
int add_digit(int sum, int digit) { return int(unsigned(sum) * 3 + unsigned(digit)); }

int hash(const int* own, int first, int step, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum = add_digit(sum, own[first + step * i]);
  }
  return sum;
}

TEST_P(WalkedBytes, forwards) {
  const Walk each = [](const int* own, int begin, int length) {
    return hash(own, begin, 1, length);
  };
  const char* body = "for (int i = 0; i < length; ++i) sum = sum * 3 + p[begin + i];";
  expect<cl_uchar>("uchar", body, each);
  expect<cl_char>("char", body, each);
  expect<cl_ushort>("ushort", body, each);
  expect<cl_short>("short", body, each);
  expect<cl_uchar>("uchar",
                   "for (uint i = begin; i != begin + (uint)length; ++i)"
                   " sum = sum * 3 + p[i];",
                   each);
}

TEST_P(WalkedBytes, otherSteps) {
  const Walk backwards = [](const int* own, int begin, int length) {
    return hash(own, 40 + begin, -1, length);
  };
  const char* back = "for (int i = 0; i < length; ++i) sum = sum * 3 + p[40 + begin - i];";
  expect<cl_uchar>("uchar", back, backwards);
  expect<cl_ushort>("ushort", back, backwards);
  expect<cl_uchar>(
      "uchar", "for (int i = 0; i < length; ++i) sum = sum * 3 + p[begin + 2 * i];",
      [](const int* own, int begin, int length) { return hash(own, begin, 2, length); });
  expect<cl_uchar>(
      "uchar", "for (int i = 0; i < length / 2; ++i) sum = sum * 3 + p[60 - begin - 2 * i];",
      [](const int* own, int begin, int length) { return hash(own, 60 - begin, -2, length / 2); });
  expect<cl_uchar>("uchar", "for (int i = length; i < 30; ++i) sum = sum * 3 + p[begin + i];",
                   [](const int* own, int begin, int length) {
                     return hash(own, begin + length, 1, 30 - length);
                   });
}

/// In a round that does not read a byte all the same, and in loops within loops.
TEST_P(WalkedBytes, notInEveryRound) {
  expect<cl_uchar>("uchar",
                   "for (int i = 0; i < length; ++i) if (i % 5 != 2 && (sum & 3) != 1)"
                   " sum = sum * 3 + p[begin + i]; else sum += 2;",
                   [](const int* own, int begin, int length) {
                     int sum = 0;
                     for (int i = 0; i < length; ++i) {
                       sum =
                           i % 5 != 2 && (sum & 3) != 1 ? add_digit(sum, own[begin + i]) : sum + 2;
                     }
                     return sum;
                   });
  expect<cl_uchar>("uchar",
                   "for (int j = 0; j < length; ++j) for (int i = j; i < begin + 9; ++i) {"
                   " if (p[j] == p[i + 1]) break; sum += p[i] * (j + 1); }",
                   [](const int* own, int begin, int length) {
                     int sum = 0;
                     for (int j = 0; j < length; ++j) {
                       for (int i = j; i < begin + 9 && own[j] != own[i + 1]; ++i) {
                         sum += own[i] * (j + 1);
                       }
                     }
                     return sum;
                   });
}

/// The next byte is what the round before has written.
TEST_P(WalkedBytes, written) {
  build(R"(kernel void k(global uchar* all, int begin, global uchar* same) {
             int id = get_global_id(0);
             global uchar* p = all + id * 64;
             for (int i = begin; i < 60; ++i)
               (same + id * 64)[i + 1] = p[i] * 3 + 1;
           })");
  std::vector<cl_uchar> all(items * row, 7), other(items * row, 9);
  run({{items}, {50}, {}}, all, 2, other);
  for (int i = 0; i < items * row; ++i) {
    ASSERT_EQ(other[size_t(i)], i % row > 2 && i % row <= 60 ? 22 : 9) << i;
  }
  build(R"(kernel void k(global uchar* all, int begin) {
             int id = get_global_id(0);
             global uchar* p = all + id * 64;
             for (int i = begin; i < 60; ++i)
               p[i + 1] = p[i] * 3 + 1;
           })");
  run({{items}, {50}, {}}, all, 2);
  cl_uchar number = 7;
  for (int i = 0; i < row; ++i) {
    number = i > 2 && i <= 60 ? cl_uchar(number * 3 + 1) : cl_uchar(7);
    ASSERT_EQ(all[size_t(i)], number) << i;
    ASSERT_EQ(all[size_t(i + row * 100)], number) << i;
  }
}

/// Rows of a length that is no multiple of 4, so that each lane is elsewhere in its word.
TEST_P(WalkedBytes, anywhereInWords) {
  build(R"(kernel void k(global int* sums, global const uchar* all, int length) {
             int id = get_global_id(0), sum = 0;
             for (int i = 0; i < length; ++i)
               sum = sum * 3 + all[id * length + i];
             sums[id] = sum;
           })");
  for (const int length : {1, 13, 20}) {
    std::vector<cl_uchar> all(size_t(items * length));
    std::vector<int> numbers(all.size()), sums(items);
    for (size_t i = 0; i < all.size(); ++i) {
      all[i] = cl_uchar(i * 2654435761 >> 9);
      numbers[i] = all[i];
    }
    run({{items}, {50}, {}}, sums, all, length);
    for (int i = 0; i < items; ++i) {
      ASSERT_EQ(sums[size_t(i)], hash(&numbers[size_t(i * length)], 0, 1, length)) << i;
    }
  }
}

} // namespace
