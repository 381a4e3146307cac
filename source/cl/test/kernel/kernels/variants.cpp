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

/// Takes about a millisecond for 4096 work-items and `rounds` of 3000; what it writes tells its
/// arguments. `added` is of no use to the compiler.
constexpr char with_integers[] =
    "kernel void k(global ulong *p, uint rounds, long factor, uint added) {\n"
    "  uint h = get_global_id(0);\n"
    "  for (uint i = 0; i < rounds; ++i) h = h * 1664525 + 1013904223;\n"
    "  p[get_global_id(0) * factor % 4096] = rounds + added + (h == 7 && get_global_size(0) == "
    "3);\n"
    "}\n";

class ClVariants : public ClKernelTest {
protected:
  using Counts = std::array<cl_ulong, 3>;
  enum { built = 0, used = 1, meanwhile = 2 };

  ClVariants() { unsetenv("LANEWISE_SPECIALIZE"); }
  ~ClVariants() override { unsetenv("LANEWISE_QUICK_FORMS"); }

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
  void read(std::vector<cl_ulong>& values) {
    ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * sizeof(cl_ulong),
                                  values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  void launch_and_check(size_t local, size_t offset = 0) {
    const size_t global = items;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
    std::vector<cl_ulong> values(items);
    ASSERT_NO_FATAL_FAILURE(read(values));
    for (const cl_ulong value : values) {
      ASSERT_EQ(value, offset + 1000 * local + 1000000);
    }
  }
  void make_with_integers(const char* options = "") {
    kernel = this->ClKernelTest::kernel(with_integers, options);
    buffer = clCreateBuffer(context, 0, items * sizeof(cl_ulong), nullptr, nullptr);
    set(kernel, 0, buffer);
  }
  void launch_with(cl_uint rounds, cl_long factor = 1, cl_uint added = 0) {
    set(kernel, 1, rounds);
    set(kernel, 2, factor);
    set(kernel, 3, added);
    ASSERT_EQ(launch(kernel, items, 64), CL_SUCCESS);
    std::vector<cl_ulong> values(items);
    ASSERT_NO_FATAL_FAILURE(read(values));
    for (const cl_ulong value : values) {
      ASSERT_EQ(value, cl_uint(rounds + added));
    }
  }
  /// For at most a minute.
  bool wait_until_built() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (counts()[built] == 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return counts()[built] == 1;
  }
  /// Launches with the same integers until so many variants are there, for at most a minute.
  bool launch_until_built(cl_ulong number, cl_uint rounds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (counts()[built] < number && std::chrono::steady_clock::now() < end) {
      launch_with(rounds, 1, ++launched);
    }
    return counts()[built] == number;
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
  cl_uint launched = 0;
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

TEST_F(ClVariants, ASecondLaunchPaysForKernelsWithAQuickForm) {
  setenv("LANEWISE_QUICK_FORMS", "all", 1);
  make_with_integers();
  launch_with(150000); // some 50 ms
  launch_with(150000);
  EXPECT_TRUE(wait_until_built());
  const cl_ulong before = counts()[used];
  launch_with(150000);
  EXPECT_EQ(counts()[used], before + 1);
}

/// Groups that have not begun when the variant is there run it.
TEST_F(ClVariants, OneLongLaunchAsksForItsOwn) {
  make_with_integers();
  launch_with(2'000'000); // some 600 ms
  EXPECT_TRUE(wait_until_built());
  EXPECT_EQ(counts()[used], 0u);
  launch_with(20);
  EXPECT_EQ(counts()[used], 1u);
}

TEST_F(ClVariants, LongLaunchesThatPrintKeepTheirCode) {
  const std::string printing = "kernel void k(global ulong* p, uint rounds) {"
                               "  uint x = 0;"
                               "  for (uint i = 0; i < rounds; ++i) x = x * 3 + i % 7;"
                               "  if (x == 1) printf(\"%u\", x);"
                               "  p[get_global_id(0)] = x;"
                               "}";
  kernel = this->ClKernelTest::kernel(printing.c_str(), "");
  buffer = clCreateBuffer(context, 0, items * sizeof(cl_ulong), nullptr, nullptr);
  set(kernel, 0, buffer);
  set(kernel, 1, cl_uint(2'000'000));
  ASSERT_EQ(launch(kernel, items, 64), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(counts()[built], 0u);
}

TEST_F(ClVariants, OfQuickFormsThoughNothingMoreIsKnown) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  const std::string required = "__attribute__((reqd_work_group_size(64, 1, 1))) ";
  for (const bool quick : {false, true}) {
    setenv("LANEWISE_QUICK_FORMS", quick ? "all" : "0", 1);
    kernel = this->ClKernelTest::kernel((required + telling).c_str(), "");
    buffer = clCreateBuffer(context, 0, items * sizeof(cl_ulong), nullptr, nullptr);
    set(kernel, 0, buffer);
    launch_and_check(64, 5);
    EXPECT_EQ(counts()[built], quick ? 1u : 0u);
  }
}

TEST_F(ClVariants, EveryLaunchOfAKernelObjectCounts) {
  make();
  ASSERT_TRUE(launch_until([&] { return counts()[used] >= 1; }, 64));
  const cl_ulong before = counts()[used];
  const size_t few = 64, other = 32;
  for (int i = 0; i < 200; ++i) { // short ones, which go by what the last one was told
    ASSERT_EQ(launch(kernel, few, i % 50 == 49 ? other : few), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(counts()[used], before + 196);
}

TEST_F(ClVariants, KernelObjectsOfOneProgramShareThem) {
  make();
  ASSERT_TRUE(launch_until([&] { return counts()[used] >= 1; }, 64));
  const Counts before = counts();
  cl_program program = nullptr;
  ASSERT_EQ(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr),
            CL_SUCCESS);
  const Owned<cl_kernel> first = std::move(kernel);
  kernel = clCreateKernel(program, "k", nullptr);
  set(kernel, 0, buffer);
  for (int i = 0; i < 3; ++i) {
    launch_and_check(64);
  }
  const Counts after = counts();
  EXPECT_EQ(after[built], before[built]);
  EXPECT_GE(after[used], 3u);
  EXPECT_LE(after[used], before[used] + 3);
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

/// Though parts of local memory are variables while it is compiled.
TEST_F(ClVariants, NeedNoMoreLocalMemory) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  kernel = this->ClKernelTest::kernel("kernel void k(global ulong* p, local ulong* t) {\n"
                                      "  size_t g = get_global_id(0), l = get_local_id(0);\n"
                                      "  t[l] = g;\n"
                                      "  t[512 + l] = 3 * g;\n"
                                      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                      "  p[g] = t[31 - l] + t[512 + (l ^ 5)];\n"
                                      "}\n");
  unsetenv("LANEWISE_SPECIALIZE");
  buffer = clCreateBuffer(context, 0, items * sizeof(cl_ulong), nullptr, nullptr);
  set(kernel, 0, buffer);
  cl_ulong most = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, most, nullptr), CL_SUCCESS);
  const size_t global = items, local = 32;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  std::vector<cl_ulong> values(items);
  ASSERT_NO_FATAL_FAILURE(read(values));
  for (size_t g = 0; g < items; ++g) {
    const size_t l = g % local, first = g - l;
    ASSERT_EQ(values[g], first + 31 - l + 3 * (first + (l ^ 5))) << g;
  }
  EXPECT_EQ(counts()[used], 2U);
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

TEST_F(ClVariants, IntegersInManyLaunchesInARowHaveOne) {
  make_with_integers();
  ASSERT_TRUE(launch_until_built(2, 3000)) << "one for the size, one for the integers as well";
  EXPECT_GE(launched, 32u);
  const cl_ulong went_on = counts()[meanwhile];
  EXPECT_GT(went_on, 0u) << "launches wait for none";
  const cl_ulong before = counts()[used];
  launch_with(3000, 1, 7);
  EXPECT_EQ(counts()[used], before + 1);
  // Others go on at once, with the variant for the size, and are right.
  launch_with(3001);
  launch_with(0);
  launch_with(3000, 3);
  launch_with(3000, -1);
  EXPECT_EQ(counts(), (Counts{2, before + 5, went_on}));
}

TEST_F(ClVariants, IntegersThatTakeTurnsHaveNone) {
  make_with_integers();
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  for (cl_uint i = 0; counts()[built] == 0 && std::chrono::steady_clock::now() < end; ++i) {
    launch_with(3000 + i % 2, 1); // until there is one for the size
  }
  for (cl_uint i = 0; i < 200; ++i) {
    launch_with(3000 + i % 2, 1);
  }
  for (cl_uint i = 0; i < 200; ++i) {
    launch_with(3000 + i);
  }
  for (cl_uint i = 0; i < 200; ++i) { // some in a row, but not enough
    launch_with(3000 + i / 20 % 2, 1);
  }
  const Counts before = counts();
  EXPECT_EQ(before[built], 1u);
  launch_with(3000, 1);
  EXPECT_EQ(counts(), (Counts{1, before[used] + 1, before[meanwhile]})) << "none is being compiled";
}

TEST_F(ClVariants, WithIntegersAreBounded) {
  make_with_integers();
  for (cl_uint i = 0; i < 4; ++i) {
    ASSERT_TRUE(launch_until_built(2 + i, 3000 + i));
  }
  for (cl_uint i = 0; i < 100; ++i) {
    launch_with(2900);
  }
  EXPECT_EQ(counts()[built], 5u);
  launch_with(3003);
}

TEST_F(ClVariants, NotOfIntegersThatGovernNothing) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  make_with_integers();
  for (cl_uint i = 0; i < 20; ++i) {
    launch_with(5, 1, i);
  }
  EXPECT_EQ(counts(), (Counts{1, 20, 0}));
}

TEST_F(ClVariants, OfIntegersInStructures) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  struct Sizes {
    cl_float first;
    cl_short count;
    cl_long pitch, ignored;
  };
  kernel = this->ClKernelTest::kernel(
      "struct sizes { float first; short count; long pitch, ignored; };\n"
      "kernel void k(global ulong *p, struct sizes s) {\n"
      "  ulong sum = s.first;\n"
      "  for (int i = 0; i < s.count; ++i) sum += get_global_id(0) + s.ignored;\n"
      "  p[(get_global_id(0) * s.pitch) % get_global_size(0)] = sum;\n"
      "}\n",
      "");
  buffer = clCreateBuffer(context, 0, items * sizeof(cl_ulong), nullptr, nullptr);
  set(kernel, 0, buffer);
  const auto launch_and_check = [&](const Sizes& sizes) {
    set(kernel, 1, sizes);
    ASSERT_EQ(launch(kernel, items, 64), CL_SUCCESS);
    std::vector<cl_ulong> values(items);
    ASSERT_NO_FATAL_FAILURE(read(values));
    for (size_t i = 0; i < items; ++i) {
      const size_t place = i * size_t(sizes.pitch) % items; // another one for each: odd factors
      ASSERT_EQ(values[place],
                cl_ulong(sizes.first) + cl_ulong(sizes.count) * (i + cl_ulong(sizes.ignored)))
          << i;
    }
  };
  launch_and_check({1, 3, 5, 7});
  EXPECT_EQ(counts()[built], 1u);
  launch_and_check({2, 3, 5, 8});
  EXPECT_EQ(counts()[built], 1u) << "what is only added, and numbers that are no integers";
  launch_and_check({1, 4, 5, 7});
  launch_and_check({1, 3, -7, 7});
  EXPECT_EQ(counts()[built], 3u);
}

TEST_F(ClVariants, OfIntegersOfEveryWidth) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  kernel = this->ClKernelTest::kernel(
      "kernel void k(global ulong *p, char c, ushort s, int i, ulong l, int4 v) {\n"
      "  ulong sum = 0;\n"
      "  for (char a = c; a < 0; ++a) sum += 1;\n"
      "  for (ushort a = s; a >= 0xfff0; --a) sum += 100;\n"
      "  if (i == -7) sum += 10000;\n"
      "  if (l == 0x8000000000000001) sum += 100000;\n"
      "  for (int a = 0; a < v.y; ++a) sum += 1000000;\n"
      "  p[get_global_id(0)] = sum;\n"
      "}\n");
  buffer = clCreateBuffer(context, 0, items * sizeof(cl_ulong), nullptr, nullptr);
  set(kernel, 0, buffer);
  set(kernel, 1, cl_char(-3));
  set(kernel, 2, cl_ushort(0xfff4));
  set(kernel, 3, cl_int(-7));
  set(kernel, 4, cl_ulong(0x8000000000000001));
  set(kernel, 5, cl_int4{{9, 6, 9, 9}});
  EXPECT_EQ(launch(kernel, 4, 4), CL_SUCCESS);
  EXPECT_EQ(counts(), (Counts{1, 1, 0}));
  cl_ulong value = 0;
  EXPECT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(value, 6110503u);
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
