// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that kernels could read, but no work-item of the launch does: there is none.
#include "harness.h"

namespace {

class UnreadMemory : public KernelTest {
protected:
  /// Runs `body`, which may read p only where n is more than 0, and so nowhere. `r` is its result,
  /// g and l are ids, n is negative and varies, m is 7.
  void run_without(const std::string& body) {
    SCOPED_TRACE(body);
    build(R"(typedef struct { char a; int b; } Pair;
             kernel void k(global int* q, global const int* p, int m) {
               size_t g = get_global_id(0), l = get_local_id(0);
               int n = q[g] + (int)l, r = n;
               )" +
          body + "\nq[g] = r; }");
    constexpr int items = 300;
    std::vector<int> q(items);
    for (int i = 0; i < items; ++i) {
      q[i] = -1000 - i;
    }
    run({{size_t(items)}, {60}, {}}, q, cl_mem(nullptr), 7);
    for (int i = 0; i < items; ++i) {
      ASSERT_EQ(q[i], -1000 - i + i % 60) << i;
    }
  }
};
ALL_VARIANTS(UnreadMemory);

TEST_P(UnreadMemory, underConditions) {
  for (const char* place : {"0", "g", "3 * g", "999 - g", "g - l", "5 + g - l", "g ^ l", "g / 60",
                            "m", "(g - l) * 2 + l", "get_group_id(0)"}) {
    run_without("if (n > 0) r = p[" + std::string(place) + "];");
  }
}

TEST_P(UnreadMemory, asPartOfExpressions) {
  for (const char* place : {"g", "g - l"}) {
    const std::string read = "p[" + std::string(place) + "]";
    run_without("r = n > 0 ? " + read + " : n;");
    run_without("if (n > 0 && " + read + " > 3) r = 1;");
    run_without("switch (n) { case 1: r = " + read + "; break; case 2: r = p[7]; break; }");
  }
}

TEST_P(UnreadMemory, ofOtherTypes) {
  run_without("if (n > 0) r = ((global const char*)p)[g - l];");
  run_without("if (n > 0) r = (int)((global const long*)p)[g - l];");
  run_without("if (n > 0) r = ((global const Pair*)p)[g - l].b;");
  run_without("if (n > 0) { int2 v = vload2(0, p + g - l); r = v.x + v.y; }");
  run_without("if (n > 0) { int4 v = vload4(g, p); r = v.x + v.w; }");
}

TEST_P(UnreadMemory, inLoops) {
  for (const char* place : {"i", "g + i", "g - l + i", "i * 60 + l"}) {
    const std::string read = "p[" + std::string(place) + "]";
    run_without("for (int i = 0; i < n; ++i) r += " + read + ";");
    run_without("for (int i = 0; i < m; ++i) if (n > i) r += " + read + ";");
  }
}

} // namespace
