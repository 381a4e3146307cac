// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State kept from one build must not show in the next.
#include "run.h"
#include "testing_support/threads.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <sched.h>
#include <set>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using testing_support::threads_of_this_process;

/// Source and options, as different as what code generation makes of them.
const std::vector<std::pair<std::string, std::string>> programs = {
    {"kernel void k(global int* p) { *p = 42; }", ""},
    {"kernel void k(global int* p) { int i = get_global_id(0); p[i] += i; }", "-g"},
    {"constant float table[4] = {1, 2, 3, 5};\n"
     "kernel void k(global float* p) { p[0] = table[(int)p[1] & 3]; }\n"
     "kernel void l(global float* p) { printf(\"%f\\n\", sin(p[get_global_id(0)])); }",
     ""},
    {"kernel void k(global int* p) { int a[999]; for (int i = 0; i < 999; ++i) a[p[i] % 999] = i;"
     "p[0] = a[p[1] % 999]; }",
     "-g"},
    {"kernel void k(global int* p) { p[get_global_id(0)] = 1; }", "-cl-opt-disable -g"},
    {"kernel void k(global int* p) { switch (*p) { case 0: *p = 3; break; case 1: *p = 9; break;"
     "case 2: *p = 27; break; case 3: *p = p[1]; break; case 4: *p = -1; break; } }",
     "-cl-opt-disable"},
    {"kernel void k(read_only image2d_t i, sampler_t s, global float4* p) {"
     "p[get_global_id(0)] = read_imagef(i, s, (float2)(0.5f)); }",
     "-lanewise-cpu=x86-64-v2,x86-64-v3"},
};

std::vector<binary::bytes> build_all(bool backwards) {
  std::vector<binary::bytes> binaries(programs.size());
  for (size_t i = 0; i < programs.size(); ++i) {
    const size_t next = backwards ? programs.size() - 1 - i : i;
    auto response = build(programs[next].first, programs[next].second);
    EXPECT_EQ(response.status, compiler::Status::success) << response.log;
    binaries[next] = std::move(response.binary);
  }
  return binaries;
}

void expect_same(const std::vector<binary::bytes>& some, const std::vector<binary::bytes>& others) {
  for (size_t i = 0; i < programs.size(); ++i) {
    EXPECT_EQ(some[i], others[i]) << programs[i].first;
  }
}

TEST(Repeated, theOrderOfBuildsIsNotSeen) {
  const auto forwards = build_all(false);
  expect_same(forwards, build_all(true));
  expect_same(forwards, build_all(false));
}

/// A folder that was the working directory and is removed: no relative path leads anywhere.
TEST(Repeated, aWorkingDirectoryMayBeGone) {
  const std::filesystem::path before = std::filesystem::current_path();
  char folder[] = "/tmp/lanewise-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder));
  ASSERT_EQ(chdir(folder), 0);
  ASSERT_EQ(rmdir(folder), 0);
  const auto response = build(programs[0].first);
  const auto including = build("#include \"here.h\"\n", "-I .");
  std::filesystem::current_path(before);
  EXPECT_EQ(response.status, compiler::Status::success) << response.log;
  EXPECT_FALSE(response.repeatable) << "files may be found from elsewhere";
  expect_failure(including, "'here.h' file not found");
  EXPECT_EQ(build(programs[0].first).binary, response.binary);
}

TEST(Repeated, failedBuildsAreNotSeen) {
  const auto before = build_all(false);
  expect_failure(build("kernel void k(global int* p) { __asm__ volatile(\"no_such_thing\"); }"),
                 "invalid instruction mnemonic");
  expect_failure(build("int foreign(void) __asm(\"llvm.amdgcn.workitem.id.x\");\n"
                       "kernel void k(global int* p) { *p = foreign(); }"),
                 "the compiler failed");
  expect_same(before, build_all(true));
}

/// In a process of its own, without jobs that other tests have left to run.
TEST(Repeated, oneThreadStaysForTheNextBuild) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto look = [] {
    const auto built = [](size_t program) {
      EXPECT_EQ(build(programs[program].first).status, compiler::Status::success);
      return threads_of_this_process();
    };
    const size_t before = threads_of_this_process().size();
    const auto first = built(0);
    EXPECT_EQ(first.size(), before + 1);
    EXPECT_EQ(built(1), first);
    // A crash may have left anything behind on its thread, which ends.
    const std::string nested = "kernel void k(global int* p) { *p = " + std::string(1000000, '~');
    expect_failure(build(nested + "*p; }"), "the compiler failed: ");
    EXPECT_EQ(threads_of_this_process().size(), before);
    const auto second = built(0);
    EXPECT_EQ(second.size(), before + 1);
    EXPECT_EQ(built(1), second);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(look(), testing::ExitedWithCode(0), "");
}

/// It inherits what a new thread would inherit.
TEST(Repeated, theThreadThatStaysIsScheduledAsItsCaller) {
  const auto cpus_of_others = [] {
    std::set<std::string> found;
    for (const std::string& thread : threads_of_this_process()) {
      std::ifstream status("/proc/self/task/" + thread + "/status");
      std::string line;
      while (std::getline(status, line) && !line.starts_with("Cpus_allowed_list:")) {
      }
      if (thread != std::to_string(getpid())) {
        found.insert(line);
      }
    }
    return found;
  };
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto look = [&] {
    EXPECT_EQ(build(programs[0].first).status, compiler::Status::success);
    const auto before = cpus_of_others();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<size_t>(sched_getcpu()), &one);
    EXPECT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(build(programs[0].first).status, compiler::Status::success);
    EXPECT_EQ(cpus_of_others(), std::set{"Cpus_allowed_list:\t" + std::to_string(sched_getcpu())});
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(look(), testing::ExitedWithCode(0), "");
}

/// Bytes that 50 builds leave behind.
size_t kept_by_builds() {
  const auto in_use_after = [](int builds) {
    while (builds-- > 0) {
      EXPECT_EQ(build(programs[1].first, programs[1].second).status, compiler::Status::success);
    }
    return mallinfo2().uordblks;
  };
  const size_t before = in_use_after(10);
  const size_t after = in_use_after(50);
  return after - std::min(before, after);
}

// In a process of its own: jobs that other tests have left to run on allocate, too.
TEST(Repeated, buildsKeepNoMemory) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto measure = [] {
    const size_t kept = kept_by_builds();
    std::fprintf(stderr, "%zu bytes are kept\n", kept);
    std::_Exit(kept < (size_t(1) << 20) && !testing::Test::HasFailure() ? 0 : 1);
  };
  EXPECT_EXIT(measure(), testing::ExitedWithCode(0), "bytes are kept");
}

} // namespace
