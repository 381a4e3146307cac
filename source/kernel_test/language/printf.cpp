// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace {

/// The lines of a text, sorted.
std::vector<std::string> sorted_lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

class Printf : public KernelTest {
protected:
  /// Runs k(out) over `items` items in groups of 4 and gives what was printed.
  std::string print(const std::string& source, size_t items, std::vector<int>& out) {
    build(source);
    return run_and_print({{items}, {std::min<size_t>(items, 4)}, {}}, out);
  }
};
ALL_VARIANTS(Printf);

TEST_P(Printf, valuesOfEveryKind) {
  std::vector<int> out(1);
  EXPECT_EQ(print(R"(kernel void k(global int* out) {
                       out[0] = printf("%d %u %5.2f|%c %s %v4hlf %v2hd %lx %*d%%\n", -3, 7u, 2.345f, 'x',
                                       "text", (float4)(1, 2, 3, 4), (short2)(-1, 5), 255L, 4, 9); })",
                  1, out),
            "-3 7  2.35|x text 1.000000,2.000000,3.000000,4.000000 -1,5 ff    9%\n");
  EXPECT_EQ(out[0], 0);
}

TEST_P(Printf, everyItemInFunctionsAndAroundBarriers) {
  std::vector<int> out(8);
  EXPECT_EQ(sorted_lines(print(R"(void say(int x) { if (x & 1) printf("odd %d\n", x); }
                                    kernel void k(global int* out) {
                                      int i = get_global_id(0);
                                      say(i);
                                      barrier(CLK_LOCAL_MEM_FENCE);
                                      printf("%s %d\n", i < 4 ? "low" : "high", i); })",
                               8, out)),
            (std::vector<std::string>{"high 4", "high 5", "high 6", "high 7", "low 0", "low 1",
                                      "low 2", "low 3", "odd 1", "odd 3", "odd 5", "odd 7"}));
}

TEST_P(Printf, wrongFormatsGiveMinusOne) {
  std::vector<int> out(1);
  EXPECT_EQ(print("kernel void k(global int* out) { out[0] = printf(\"%y\\n\", 1); }", 1, out), "");
  EXPECT_EQ(out[0], -1);
}

TEST_P(Printf, everyScalarType) {
  std::vector<int> out(1);
  EXPECT_EQ(print(R"(#pragma OPENCL EXTENSION cl_khr_fp16 : enable
                     kernel void k(global int* out) {
                       char c = -1; uchar uc = 255; short s = -2; ushort us = 65535; int i = -3;
                       uint u = 4000000000u; long l = -5; ulong ul = ~0ul; half h = 0.5h;
                       float f = 1.5f; double d = 0.1; size_t z = 9; bool b = true;
                       printf("%hhd %hhu %hd %hu %d %u %ld %lu|", c, uc, s, us, i, u, l, ul);
                       printf("%d %d %d %d %d|", c, uc, s, us, b);
                       printf("%f %g %a %.17g %zu|", h, f, f, d, z);
                       printf("%x %#X %o %c%c%%\n", u, uc, s, 'a', c + 'c'); })",
                  1, out),
            "-1 255 -2 65535 -3 4000000000 -5 18446744073709551615|-1 255 -2 65535 1|"
            "0.500000 1.5 0x1.8p+0 0.10000000000000001 9|ee6b2800 0XFF 37777777776 ab%\n");
}

TEST_P(Printf, everyVectorType) {
  std::vector<int> out(1);
  EXPECT_EQ(print(R"(#pragma OPENCL EXTENSION cl_khr_fp16 : enable
                     kernel void k(global int* out) {
                       printf("%v2hhd %v3hhx|", (char2)(-1, 2), (uchar3)(254, 255, 1));
                       printf("%v4hd %v8hu|", (short4)(-1, 2, 3, 4), (ushort8)(65535));
                       printf("%v3hld %v16hlu|", (int3)(-1, 2, 3), (uint16)(4000000000u));
                       printf("%v2ld %v3lx|", (long2)(-1, 2), (ulong3)(255));
                       printf("%v2hf %v3hlg %v4le %3.1v3lf|", (half2)(0.5h, 1), (float3)(1, 2.5f, 3),
                              (double4)(1, 2, 3, 4), (double3)(1, 2, 3));
                       printf("%2.2v4hlf %#v4hhx\n", (float4)(1, 2, 3, 4),
                              (uchar4)(0xfa, 0xfb, 0xfc, 0xfd)); })",
                  1, out),
            "-1,2 fe,ff,1|-1,2,3,4 65535,65535,65535,65535,65535,65535,65535,65535|"
            "-1,2,3 4000000000,4000000000,4000000000,4000000000,4000000000,4000000000,4000000000,"
            "4000000000,4000000000,4000000000,4000000000,4000000000,4000000000,4000000000,"
            "4000000000,4000000000|-1,2 ff,ff,ff|0.500000,1.000000 1,2.5,3 "
            "1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00 1.0,2.0,3.0|"
            "1.00,2.00,3.00,4.00 0xfa,0xfb,0xfc,0xfd\n");
}

TEST_P(Printf, infinitiesAndNans) {
  std::vector<int> out(1);
  EXPECT_EQ(print(R"(kernel void k(global int* out) {
                       printf("%f %F %g %e %5.1f|%v2hlf\n", INFINITY, -INFINITY, NAN, -INFINITY,
                              INFINITY, (float2)(NAN, INFINITY)); })",
                  1, out),
            "inf -INF nan -inf   inf|nan,inf\n");
}

TEST_P(Printf, pointersOfEveryAddressSpace) {
  std::vector<int> out(1);
  std::vector<size_t> pointers(4);
  build(R"(constant int c = 1;
           kernel void k(global int* out, global size_t* pointers, local int* l) {
             int p = out[0];
             pointers[0] = (size_t)out; pointers[1] = (size_t)&c; pointers[2] = (size_t)l;
             pointers[3] = (size_t)&p;
             printf("%p %p %p %p", out, &c, l, &p); })");
  const std::string text = run_and_print({{1}, {1}, {}}, out, pointers, Local{4});
  char expected[100];
  std::snprintf(expected, sizeof expected, "%#zx %#zx %#zx %#zx", pointers[0], pointers[1],
                pointers[2], pointers[3]);
  EXPECT_EQ(text, expected);
}

TEST_P(Printf, starsForWidthAndPrecision) {
  std::vector<int> out = {6};
  EXPECT_EQ(print(R"(kernel void k(global int* out) {
                       int w = out[0];
                       printf("%*d|%-*d|%.*f|%*.*f|%*s|%.*s|%*v2hd|%*d\n", w, 1, w, 2, w - 4, 1.0f,
                              w + 2, w - 5, 2.25f, w, "abc", w - 4, "abc", w - 3, (short2)(1, -2),
                              -w, 3); })",
                  1, out),
            "     1|2     |1.00|     2.2|   abc|ab|  1, -2|3     \n");
}

TEST_P(Printf, textsChosenAtRunTime) {
  std::vector<int> out(8);
  const std::string text = print(R"(constant char* constant names[] = {"zero", "one", "two"};
                                    const constant char* name(int i) {
                                      switch (i) {
                                      case 3: return "three";
                                      case 4: return "four";
                                      default: return i == 5 ? "five" : "many";
                                      }
                                    }
                                    kernel void k(global int* out) {
                                      int i = get_global_id(0);
                                      const constant char* s;
                                      if (i < 3) s = names[i]; else s = name(i);
                                      printf("%d %s %.3s %s\n", i, s, s, s + 1);
                                    })",
                                 8, out);
  EXPECT_EQ(sorted_lines(text),
            (std::vector<std::string>{"0 zero zer ero", "1 one one ne", "2 two two wo",
                                      "3 three thr hree", "4 four fou our", "5 five fiv ive",
                                      "6 many man any", "7 many man any"}));
}

TEST_P(Printf, textsThatAreNoLiteralsAreNamedAsSuch) {
  std::vector<int> out = {65};
  EXPECT_EQ(print(R"(kernel void k(global int* out) {
                       printf("%s %s\n", (constant char*)0, (constant char*)(size_t)out[0]); })",
                  1, out),
            "(null) (null)\n");
}

TEST_P(Printf, formatsChosenAtRunTime) {
  std::vector<int> out(8);
  const std::string text = print(R"(kernel void k(global int* out) {
                                      int i = get_global_id(0);
                                      const constant char* f = i & 1 ? "odd %d\n" : "even %d\n";
                                      if (i == 4) f = "four %d %y\n";
                                      if (i == 5) f = "five %d %s\n";
                                      out[i] = printf(f, i, "text"); })",
                                 8, out);
  EXPECT_EQ(sorted_lines(text),
            (std::vector<std::string>{"even 0", "even 2", "even 6", "five 5 text", "odd 1", "odd 3",
                                      "odd 7"}));
  EXPECT_EQ(out, (std::vector<int>{0, 0, 0, 0, -1, 0, 0, 0}));
}

TEST_P(Printf, nothingAndPlainText) {
  std::vector<int> out(3);
  EXPECT_EQ(print(R"(kernel void k(global int* out) {
                       out[0] = printf(""); out[1] = printf("%%d\n"); out[2] = printf("%d\n", 1, 2); })",
                  1, out),
            "%d\n1\n");
  EXPECT_EQ(out, std::vector<int>(3));
}

TEST_P(Printf, alikeCallsOnBothSidesOfABranch) {
  std::vector<int> out(4);
  EXPECT_EQ(sorted_lines(print(R"(kernel void k(global int* out) {
                                    int i = get_global_id(0);
                                    if (i & 1) printf("odd %d\n", i); else printf("even %d\n", i);
                                    switch (i) {
                                    case 0: printf("zero\n"); break;
                                    case 1: printf("one\n"); break;
                                    default: printf("more\n");
                                    } })",
                               4, out)),
            (std::vector<std::string>{"even 0", "even 2", "more", "more", "odd 1", "odd 3", "one",
                                      "zero"}));
}

TEST_P(Printf, eachItemsOutputIsInOrder) {
  constexpr int items = 64, lines = 40;
  std::vector<int> out(items);
  std::istringstream stream(print(R"(kernel void k(global int* out) {
                                       local int shared[4];
                                       int i = get_global_id(0), l = get_local_id(0);
                                       for (int n = 0; n < 20; ++n) {
                                         printf("%d %d\n", i, 2 * n);
                                         shared[l] = i;
                                         barrier(CLK_LOCAL_MEM_FENCE);
                                         if (shared[3 - l] < 0) continue;
                                         printf("%d %d\n", i, 2 * n + 1);
                                         barrier(CLK_LOCAL_MEM_FENCE);
                                       } })",
                                  items, out));
  std::vector<int> next(items);
  for (int i = 0, n = 0; stream >> i >> n;) {
    ASSERT_LT(size_t(i), next.size());
    ASSERT_EQ(n, next[i]++) << "of work-item " << i;
  }
  EXPECT_EQ(next, std::vector<int>(items, lines));
}

TEST_P(Printf, groupsAreInOrderAndNoneIsLost) {
  if (is_gpu()) {
    GTEST_SKIP() << "all groups of a launch share a buffer, in any order";
  }
  constexpr size_t items = 200'000;
  std::vector<int> out(items);
  std::istringstream stream(
      print("kernel void k(global int* out) {"
            "  printf(\"%d %d\\n\", (int)get_group_id(0), (int)get_global_id(0)); }",
            items, out));
  std::vector<bool> seen(items);
  int last = 0, count = 0;
  for (int group = 0, item = 0; stream >> group >> item; ++count) {
    ASSERT_GE(group, last);
    ASSERT_EQ(item / 4, group);
    ASSERT_FALSE(seen[item]);
    seen[item] = true;
    last = group;
  }
  EXPECT_EQ(count, int(items)); // 2 400 000 bytes of records: more than a buffer
}

TEST_P(Printf, everyGroupHasTheWholeBuffer) {
  if (is_gpu()) {
    GTEST_SKIP() << "all groups of a launch share a buffer";
  }
  // 40 records of 68 bytes an item, 696 320 in a group: no two groups fit into one buffer.
  std::vector<int> out(8192);
  build(R"(kernel void k(global int* out) {
             for (int i = 0; i < 40; ++i) out[get_global_id(0)] += printf("%v16hld\n", (int16)(i)); })");
  const std::string text = run_and_print({{8192}, {256}, {}}, out);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8192 * 40);
  EXPECT_EQ(out, std::vector<int>(8192));
}

TEST_P(Printf, argumentsThatDoNotSuitGiveMinusOne) {
  std::vector<int> out(4);
  EXPECT_EQ(print(R"(kernel void k(global int* out) {
                       out[0] = printf("%d\n"); out[1] = printf("%v4hlf\n", (float2)(1));
                       out[2] = printf("%d\n", (int2)(1)); out[3] = printf("%s\n", 1); })",
                  1, out),
            "");
  EXPECT_EQ(out, std::vector<int>(4, -1));
}

TEST_P(Printf, whatFindsNoRoomIsCountedAndTheRestIsWhole) {
  std::vector<int> out(1);
  const std::string text = print(R"(kernel void k(global int* out) {
                                      for (int i = 0; i < 200000; ++i)
                                        if (printf("%d\n", i) == -1) out[0] += 1; })",
                                 1, out);
  constexpr int fit = (1 << 20) / 8;
  EXPECT_EQ(out[0], 200000 - fit);
  const std::string end = std::to_string(fit - 1) + "\n[printf: " + std::to_string(out[0]) +
                          " calls found the buffer of 1048576 bytes full]\n";
  ASSERT_GT(text.size(), end.size());
  EXPECT_EQ(text.substr(text.size() - end.size()), end);
}

} // namespace
