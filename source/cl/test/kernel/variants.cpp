// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variants of kernels for the way they are launched: when they are made, that nothing waits for
// them, and that results do not depend on them. (Every kernel test also runs with a variant for
// each launch: source/kernel_test/harness.cpp.)
#include "kernel_fixture.h"

#include <CL/cl_lanewise.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace {

/// Takes about a millisecond for 4096 work-items; what it writes tells the launch.
constexpr char telling[] =
    "kernel void k(global ulong *p) {\n"
    "  ulong s = get_global_offset(0) + 1000 * get_local_size(0) + 1000000 * get_work_dim();\n"
    "  uint h = get_global_id(0);\n"
    "  for (int i = 0; i < 3000; ++i) h = h * 1664525 + 1013904223;\n"
    "  p[get_global_id(0) - get_global_offset(0)] = s + (h == 7 && get_global_size(0) == 3);\n"
    "}\n";

class ClVariants : public ClKernelTest {
protected:
  using Counts = std::array<cl_ulong, 3>;
  enum { built = 0, used = 1, meanwhile = 2 };

  ClVariants() { unsetenv("LANEWISE_SPECIALIZE"); }

  void make(const char* options = "") {
    kernel = this->ClKernelTest::kernel(telling, options);
    buffer = clCreateBuffer(context, 0, items * sizeof(cl_ulong), nullptr, nullptr);
    set(kernel, 0, buffer);
  }
  Counts counts() {
    Counts values = {};
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_VARIANTS_LANEWISE, sizeof values,
                                       values.data(), nullptr),
              CL_SUCCESS);
    return values;
  }
  void launch_and_check(size_t local, size_t offset = 0) {
    const size_t global = items;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
    std::vector<cl_ulong> values(items);
    ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * sizeof(cl_ulong),
                                  values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    for (const cl_ulong value : values) {
      ASSERT_EQ(value, offset + 1000 * local + 1000000);
    }
  }
  /// Launches until `done`, for at most a minute.
  template <typename F> bool launch_until(F done, size_t local) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!done() && std::chrono::steady_clock::now() < end) {
      launch_and_check(local);
    }
    return done();
  }

  static constexpr size_t items = 4096;
  Owned<cl_kernel> kernel;
  Owned<cl_mem> buffer;
};

TEST_F(ClVariants, OneIsMadeOnceItPaysAndThenUsed) {
  make();
  launch_and_check(64);
  EXPECT_EQ(counts(), Counts{}) << "not for one launch";
  ASSERT_TRUE(launch_until([&] { return counts()[used] >= 3; }, 64));
  EXPECT_EQ(counts()[built], 1u);
  const cl_ulong before = counts()[used];
  launch_and_check(64);
  EXPECT_EQ(counts()[used], before + 1);
  launch_and_check(32);
  launch_and_check(64, 5);
  EXPECT_EQ(counts()[used], before + 1) << "launches of other kinds run the general code";
}

TEST_F(ClVariants, LaunchesGoOnWhileOneIsCompiled) {
  // Each kind asks for a variant; compiling takes longer than launches that follow at once.
  cl_ulong went_on = 0;
  for (int i = 0; i < 20 && went_on == 0; ++i) {
    make(("-DTRY=" + std::to_string(i)).c_str());
    ASSERT_TRUE(launch_until([&] { return counts()[used] >= 1; }, 64));
    went_on = counts()[meanwhile];
  }
  EXPECT_GT(went_on, 0u);
}

TEST_F(ClVariants, OffsetsHaveVariantsToo) {
  make();
  const auto used_up = [&] { return counts()[built] >= 1; };
  ASSERT_TRUE(launch_until(used_up, 128));
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (counts()[built] < 2 && std::chrono::steady_clock::now() < end) {
    launch_and_check(128, 77);
  }
  EXPECT_EQ(counts()[built], 2u);
  launch_and_check(128, 78);
  launch_and_check(128, 0);
}

TEST_F(ClVariants, AreBounded) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  make();
  for (const size_t local : {1, 2, 4, 8, 16, 32, 64}) {
    launch_and_check(local);
    launch_and_check(local);
  }
  EXPECT_EQ(counts(), (Counts{4, 8, 0})) << "more kinds than there may be variants";
}

TEST_F(ClVariants, CanBeTurnedOff) {
  setenv("LANEWISE_SPECIALIZE", "0", 1);
  make();
  for (int i = 0; i < 60; ++i) {
    launch_and_check(64);
  }
  EXPECT_EQ(counts(), Counts{});
}

TEST_F(ClVariants, NotOfWhatIsNotOptimised) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  make("-cl-opt-disable");
  launch_and_check(64);
  EXPECT_EQ(counts()[built], 0u);
}

TEST_F(ClVariants, OfOneKernelAmongSeveral) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  const Owned<cl_program> program =
      build(std::string(telling) + "kernel void b(global ulong *p) { p[0] = 1; }\n"
                                   "kernel void c(global ulong *p) { k(p); }\n");
  for (const char* name : {"k", "b", "c"}) {
    kernel = kernel_of(program, name);
    buffer = clCreateBuffer(context, 0, items * sizeof(cl_ulong), nullptr, nullptr);
    set(kernel, 0, buffer);
    EXPECT_EQ(launch(kernel, items, 64), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(counts(), (Counts{1, 1, 0})) << name;
  }
}

TEST_F(ClVariants, AProgramMayGoWhileOneIsCompiled) {
  for (int i = 0; i < 5; ++i) {
    make(("-DGO=" + std::to_string(i)).c_str());
    for (int k = 0; k < 40; ++k) {
      ASSERT_EQ(launch(kernel, items, 64), CL_SUCCESS);
    }
    kernel = {};
    buffer = {};
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

} // namespace
