// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clocks in kernels (cl_khr_kernel_clock).
#include "harness.h"

namespace {

class KernelClock : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    if (!has_extension("cl_khr_kernel_clock")) {
      GTEST_SKIP() << "the device has no clock";
    }
  }
};
ALL_VARIANTS(KernelClock);

TEST_P(KernelClock, goesOnBetweenTwoReadings) {
  for (const char* scope : {"device", "work_group", "sub_group"}) {
    const std::string read = std::string("clock_read_") + scope + "()",
                      halves = std::string("clock_read_hilo_") + scope + "()";
    build("kernel void k(global ulong* took, global int* p) {"
          "  size_t g = get_global_id(0);"
          "  ulong first = " +
              read +
              ";"
              "  for (int i = 0; i < 100 + g; ++i) p[g] = p[g] * 3 + i;"
              "  uint2 second = " +
              halves +
              ";"
              "  took[g] = (((ulong)second.hi << 32) | second.lo) - first; }",
          "-cl-std=CL3.0");
    std::vector<uint64_t> took(70);
    std::vector<int> data(70);
    run({{70}, {}, {}}, took, data);
    for (const uint64_t ticks : took) {
      EXPECT_GT(ticks, 0u) << scope;
      EXPECT_LT(ticks, uint64_t(1) << 40) << scope;
    }
  }
}

/// Two readings must not be merged into one: the loop would not end.
TEST_P(KernelClock, isWaitedFor) {
  build("kernel void k(global int* done) {"
        "  size_t g = get_global_id(0);"
        "  ulong end = clock_read_device() + 1000 + g * 16;"
        "  while (clock_read_device() < end) {}"
        "  done[g] = 1 + (g % 3 == 0 && clock_read_device() >= end); }",
        "-cl-std=CL3.0");
  std::vector<int> done(100), expected(100);
  for (size_t g = 0; g < expected.size(); ++g)
    expected[g] = g % 3 == 0 ? 2 : 1;
  run({{100}, {}, {}}, done);
  EXPECT_EQ(done, expected);
}

/// Work-items of a group read it one after another, which one reading for all would not show.
TEST_P(KernelClock, afterABarrierItIsLater) {
  build("kernel void k(global int* wrong, local ulong* before) {"
        "  size_t l = get_local_id(0), n = get_local_size(0);"
        "  before[l] = clock_read_work_group();"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  ulong now = clock_read_work_group();"
        "  for (size_t i = 0; i < n; ++i) wrong[get_global_id(0)] += before[i] > now; }",
        "-cl-std=CL3.0");
  std::vector<int> wrong(96);
  run({{96}, {24}, {}}, wrong, Local{24 * sizeof(uint64_t)});
  EXPECT_EQ(wrong, std::vector<int>(96));
}

} // namespace
