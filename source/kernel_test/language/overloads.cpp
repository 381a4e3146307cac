// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program's own functions of names that built-in functions have: beside these, or in their place.
#include "harness.h"

namespace {

class Overloads : public KernelTest {
protected:
  /// Runs a kernel (global int* p) on zeros, and gives what it has written.
  std::vector<int> output(const std::string& source, const std::string& options) {
    build(source, options);
    std::vector<int> p(8);
    run({{1}, {1}, {}}, p);
    return p;
  }
};
SOURCE_VARIANTS(Overloads);

TEST_P(Overloads, areBesideBuiltInFunctions) {
  EXPECT_EQ(output(R"(
    #define OVERLOADS __attribute__((overloadable))
    typedef struct { float x; } Number;
    Number OVERLOADS min(Number a, Number b) { Number r; r.x = min(a.x, b.x); return r; }
    int OVERLOADS mad(int a, int b, int c) { return a * b + c; }
    float OVERLOADS max(float a, float b, float c) { return max(max(a, b), c); }
    uint OVERLOADS rotate(uint a, Number n) { return rotate(a, (uint)n.x); }
    int OVERLOADS get_global_id(Number n) { return (int)get_global_id(0) + (int)n.x; }
    kernel void k(global int* p) {
      Number three = {3}, four = {4};
      p[0] = min(four, three).x;
      p[1] = min(8, 7);
      p[2] = mad(2, 3, 4);
      p[3] = mad(1.5f, 2.0f, 3.0f);
      p[4] = max(1.0f, 3.0f, 2.0f);
      p[5] = max(5L, 6L);
      p[6] = rotate(1u, three) + rotate(2u, 1u);
      p[7] = get_global_id(four);
    })",
                   "-cl-std=CL1.2"),
            (std::vector<int>{3, 7, 10, 6, 3, 6, 12, 4}));
}

TEST_P(Overloads, areBesideBuiltInFunctionsInCpp) {
  const std::string source = R"(
    struct V { float a, b; };
    V min(V x, V y) { return V{min(x.a, y.a), min(x.b, y.b)}; }
    float dot(V x, V y) { return dot((float2)(x.a, x.b), (float2)(y.a, y.b)); }
    int max(int a, int b, int c) { return max(a, max(b, c)); }
    template <class T> T clamp(T a) { return clamp(a, (T)0, (T)9); }
    int sub_group_reduce_add(int a, int b) { return sub_group_reduce_add(a) + b; }
    int work_group_reduce_add(V v) { return (int)work_group_reduce_add(v.a + v.b); }
    struct Counter { atomic_int n; };
    int atomic_load(Counter& counter) { return atomic_load(&counter.n); }
    kernel void add_sat(global int* p) { p[0] = add_sat(p[0], 1); }
    kernel void k(global int* p) {
      V a{3, 4}, b{5, 1};
      p[0] = min(a, b).b + min(10, 11);
      p[1] = dot(a, b);
      p[2] = max(1, 9, 2);
      p[3] = clamp(77) + clamp(-4.0f);
      p[4] = sub_group_reduce_add(2, 1);
      p[5] = work_group_reduce_add(a);
      Counter counter;
      atomic_init(&counter.n, 5);
      p[6] = atomic_load(counter);
      p[7] = ::min(7u, 8u) + add_sat(1, 2);
    })";
  for (const char* options : {"-cl-std=CLC++", "-cl-std=CLC++2021"}) {
    EXPECT_EQ(output(source, options), (std::vector<int>{11, 19, 9, 9, 3, 7, 5, 10})) << options;
  }
}

/// They do what they do: nothing is known of them that holds for the built-in ones.
TEST_P(Overloads, takeThePlaceOfBuiltInFunctions) {
  const std::string source = R"(
    global int calls;
    float sin(float x) { return x + ++calls; }
    uint popcount(uint x) { return calls += x; }
    float OVERLOADS max(float a, float b, float c) { return max(max(a, b), c); }
    float OVERLOADS max(float a, float b) { calls += 10; return a > b ? a : b; }
    kernel void k(global int* p) {
      calls = 0;
      p[0] = sin(1.0f);
      p[1] = sin(1.0f);
      sin(1.0f);
      p[2] = calls;
      p[3] = popcount(5u);
      p[4] = popcount(5u);
      p[5] = max(1.0f, 3.0f, 2.0f);
      p[6] = calls;
      p[7] = max(4, 5);
    })";
  const std::vector<int> expected = {2, 3, 3, 8, 13, 3, 33, 5};
  EXPECT_EQ(output(source, "-cl-std=CL3.0 -DOVERLOADS=__attribute__((overloadable))"), expected);
  EXPECT_EQ(output(source, "-cl-std=CLC++2021 -DOVERLOADS="), expected);
}

/// OpenCL C has printf from 1.2 on.
TEST_P(Overloads, mayBeNamedPrintfBefore12) {
  for (const char* options : {"-cl-std=CL1.0", "-cl-std=CL1.1"}) {
    EXPECT_EQ(
        output("int printf(int a) { return a * 2; }\n"
               "kernel void k(global int* p) { for (int i = 0; i < 8; ++i) p[i] = printf(i); }",
               options),
        (std::vector<int>{0, 2, 4, 6, 8, 10, 12, 14}))
        << options;
  }
}

} // namespace
