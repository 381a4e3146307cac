// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.h"

#include <algorithm>
#include <sstream>

namespace {

class Printf : public KernelTest {
protected:
  /// Runs k(out) over `items` items in groups of 4 and gives what was printed.
  std::string print(const std::string& source, size_t items, std::vector<int>& out) {
    build(source);
    testing::internal::CaptureStdout();
    run({{items}, {std::min<size_t>(items, 4)}, {}}, out);
    return testing::internal::GetCapturedStdout();
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
  std::istringstream lines(print(R"(void say(int x) { if (x & 1) printf("odd %d\n", x); }
                                    kernel void k(global int* out) {
                                      int i = get_global_id(0);
                                      say(i);
                                      barrier(CLK_LOCAL_MEM_FENCE);
                                      printf("%s %d\n", i < 4 ? "low" : "high", i); })",
                                 8, out));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) {
    all.push_back(line);
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, (std::vector<std::string>{"high 4", "high 5", "high 6", "high 7", "low 0", "low 1",
                                           "low 2", "low 3", "odd 1", "odd 3", "odd 5", "odd 7"}));
}

TEST_P(Printf, wrongFormatsGiveMinusOne) {
  std::vector<int> out(1);
  EXPECT_EQ(print("kernel void k(global int* out) { out[0] = printf(\"%y\\n\", 1); }", 1, out), "");
  EXPECT_EQ(out[0], -1);
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
