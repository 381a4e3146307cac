// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that launches need beside their arguments.
#include "kernel_fixture.h"

#include "cargo/sanitizers.h"

#include <fstream>
#include <unistd.h>

namespace {

size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * size_t(sysconf(_SC_PAGESIZE));
}

class Scratch : public ClKernelTest {
protected:
  void SetUp() override {
    ClKernelTest::SetUp();
    if (with_address_sanitizer || with_thread_sanitizer) {
      GTEST_SKIP() << "it keeps what is freed";
    }
    static_cast<void>(kernel("kernel void k(global int *p) { *p = 1; }")); // the compiler is there
    before = resident_bytes();
  }
  /// Whether most of what the launch needed is not there any more.
  [[nodiscard]] bool has_gone() const { return resident_bytes() < before + needed / 4; }
  /// Work-items keep 32 KiB each across barriers. `more` are statements that change s.
  void launch_large(size_t local, const std::string& more = "") {
    const std::string source =
        "kernel void k(global int *p) { int a[8192]; int l = get_local_id(0);"
        " for (int i = 0; i < 8192; ++i) a[i] = i ^ l;"
        " barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
        " int s = 0; for (int i = 0; i < 64; ++i) s += a[(p[i] + l * 7) & 8191];"
        " barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);" +
        more + " p[64 + get_global_id(0)] = s + a[l & 8191]; }";
    const Owned<cl_kernel> k = kernel(source.c_str());
    const size_t items = 4 * local;
    const Owned<cl_mem> buffer = make_buffer((items + 64) * 4);
    const cl_int zero = 0;
    ASSERT_EQ(
        clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, (items + 64) * 4, 0, nullptr, nullptr),
        CL_SUCCESS);
    set(k, 0, buffer);
    ASSERT_EQ(launch(k, items, local), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    needed = resident_bytes() - before;
    EXPECT_GT(needed, local * size_t(32 << 10)) << "the test shows nothing";
  }
  size_t before = 0, needed = 0;
};

TEST_F(Scratch, GoesWithTheKernelsThatNeededIt) {
  launch_large(1024);
  for (int i = 0; i < 1000 && !has_gone(); ++i) {
    usleep(1000);
  }
  EXPECT_TRUE(has_gone());
}

/// Which a long launch has asked for, and which takes longer to compile than this test waits,
/// though much less memory.
TEST_F(Scratch, GoesThoughAVariantIsBeingCompiled) {
  unsetenv("LANEWISE_SPECIALIZE");
  std::string slow;
  for (int i = 0; i < 400; ++i) {
    slow += " s = s * " + std::to_string(2 * i + 3) + " ^ a[s & 8191] >> (l & 7);";
  }
  launch_large(4096, slow);
  for (int i = 0; i < 100 && !has_gone(); ++i) {
    usleep(1000);
  }
  EXPECT_TRUE(has_gone());
}

} // namespace
