// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run.h"

#include "cargo/sanitizers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <sched.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

/// After a failure the library has to work as before.
void expect_still_working() {
  EXPECT_EQ(build("kernel void k(global int* p) { *p = 1; }").status, compiler::Status::success);
}

TEST(Diagnostics, errorsInTheSourceComeWithTheLineAndACaret) {
  const auto response = build("kernel void k(global int* p) {\n  *p = wrong;\n}\n");
  expect_failure(response, "<program source>:2:8: error: use of undeclared identifier 'wrong'");
  EXPECT_NE(response.log.find("    2 |   *p = wrong;\n      |        ^"), std::string::npos)
      << response.log;
  expect_still_working();
}

TEST(Diagnostics, warningsAreInTheLogOfASuccess) {
  const std::string source = "kernel void k(global int* p) { int unused = *p / 0; *p = 1; }";
  const auto response = build(source);
  EXPECT_EQ(response.status, compiler::Status::success);
  EXPECT_NE(response.log.find("division by zero"), std::string::npos);
  EXPECT_EQ(program_of(response).log, response.log);
  EXPECT_EQ(build(source, "-w").log, "");
  EXPECT_EQ(build(source, "-Werror").status, compiler::Status::failure);
}

TEST(Diagnostics, recursionIsSeenThoughItIsNeverReached) {
  expect_failure(build("int g(int); int f(int n) { return n ? g(n - 1) : 0; }\n"
                       "int g(int n) { return f(n); }\n"
                       "kernel void k(global int* p) { if (0) *p = f(*p); }"),
                 "recursion is not allowed in OpenCL C: ");
  expect_failure(build("int f(int n) { return n ? f(n - 1) : 0; }\n"
                       "kernel void k(global int* p) { *p = f(0); }"),
                 "'f' calls itself");
}

TEST(Diagnostics, functionsThatAreNowhere) {
  expect_failure(build("int nowhere(int); kernel void k(global int* p) { *p = nowhere(1); }"),
                 "undefined reference to 'nowhere'");
}

TEST(Diagnostics, variablesThatAreNowhere) {
  expect_failure(build("extern constant int nowhere[];"
                       "kernel void k(global int* p) { *p = nowhere[0]; }"),
                 "undefined reference to 'nowhere'");
  EXPECT_EQ(build("extern constant int nowhere[]; kernel void k(global int* p) { *p = 1; }").status,
            compiler::Status::success);
}

TEST(Diagnostics, callsThroughPointers) {
  expect_failure(build("int f(int x) __attribute__((alias(\"g\"))); int g(int x) { return x; }"
                       "kernel void k(global int* p) { *p = f(1); }"),
                 "calls through pointers are not allowed in OpenCL C");
}

TEST(Diagnostics, sizesThatNoDeviceCanHave) {
  expect_failure(build("kernel void k() { volatile char a[1UL << 46]; a[get_global_id(0)] = 1; }"),
                 "private variables of 'k' are too large: 70368744177664 bytes");
  expect_failure(
      build("typedef struct { char a[100000]; } large; kernel void k(int i, large b) {}"),
      "argument 1 of kernel 'k' is too large: 100000 bytes");
}

TEST(Diagnostics, errorsOfTheBackEndFailTheBuild) {
  expect_failure(
      build("kernel void k(global int* p) { __asm__ volatile(\"no_such_instruction\"); }"),
      "invalid instruction mnemonic 'no_such_instruction'");
  expect_still_working();
}

TEST(Diagnostics, moreSmallPrivateArraysThanTheStackCanHold) {
  const auto kernel_with = [](int arrays) {
    std::string writes, reads;
    for (int i = 0; i < arrays; ++i) {
      const std::string n = std::to_string(i);
      writes += "int a" + n + "[4000]; a" + n + "[p[" + n + "] & 2047] = " + n + ";\n";
      reads += "sum += a" + n + "[p[" + n + " + 1] & 2047];\n";
    }
    return "kernel void k(global int* p) { int sum = 0;\n" + writes + reads + "*p = sum; }";
  };
  EXPECT_EQ(build(kernel_with(20)).status, compiler::Status::success);
  for (const char* option : {"", "-cl-opt-disable"}) {
    expect_failure(build(kernel_with(300), option), "'k' needs 48");
  }
  expect_still_working();
}

TEST(Diagnostics, fatalErrorsOfLlvmFailTheBuildAndNotTheProcess) {
  // An intrinsic of another target: instruction selection gives up with a fatal error.
  const auto response = build("int foreign(void) __asm(\"llvm.amdgcn.workitem.id.x\");\n"
                              "kernel void k(global int* p) { *p = foreign(); }");
  expect_failure(response, "error: the compiler failed: ");
  expect_still_working();
}

TEST(Diagnostics, deeplyNestedSourceDoesNotExhaustTheStack) {
  const std::string deep = std::string(5000, '(') + "1" + std::string(5000, ')');
  const auto response = build("kernel void k(global int* p) { *p = " + deep + "; }");
  expect_failure(response, "nesting level exceeded");
  expect_still_working();
}

TEST(Diagnostics, crashesFailTheBuildAndNotTheProcess) {
  for (const size_t depth : {size_t(200'000), size_t(1'000'000)}) {
    expect_failure(build("kernel void k(global int* p) { *p = " + std::string(depth, '~') + "1; }"),
                   "error: the compiler failed: it crashed");
    expect_still_working();
  }
}

TEST(Diagnostics, shortMemoryFailsTheBuildAndNotTheProcess) {
  if (with_address_sanitizer) {
    GTEST_SKIP() << "it needs more address space than the test leaves";
  }
  expect_still_working(); // and everything is loaded
  std::string source = "#define T0 \"0123456789abcdef0123456789abcdef\"\n";
  for (int i = 1; i <= 24; ++i) {
    const std::string half = " T" + std::to_string(i - 1);
    source += "#define T" + std::to_string(i) + half + half + "\n";
  }
  source += "constant char text[] = T24; kernel void k(global char* p) { *p = text[*p]; }";
  rlimit before = {};
  getrlimit(RLIMIT_AS, &before);
  const rlimit tight = {size_t(1) << 30, before.rlim_max};
  setrlimit(RLIMIT_AS, &tight);
  const auto response = build(source);
  setrlimit(RLIMIT_AS, &before);
  EXPECT_EQ(response.status, compiler::Status::out_of_memory) << response.log.substr(0, 300);
  expect_still_working();
}

/// Takes LLVM about a third of a second, or two if the compiler is instrumented.
const std::string sized_kernel = [] {
  constexpr int lines = 40;
  std::string source = "kernel void k(global float *p) { const size_t i = get_global_id(0);\n";
  for (int i = 0; i < lines; ++i) {
    source += "  p[i] = sin(p[i + " + std::to_string(i) + "]) + pow(p[i], 3.1f);\n";
  }
  return source + "}";
}();

/// The highest nice value of this process's threads.
int lowest_priority() {
  int highest = -20;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    highest =
        std::max(highest, getpriority(PRIO_PROCESS, id_t(std::stoi(thread.path().filename()))));
  }
  return highest;
}

TEST(Diagnostics, whatTakesTooLongIsBuiltWithoutOptimisation) {
  expect_still_working(); // and everything is loaded
  setenv("LANEWISE_BUILD_SECONDS", "4", 1);
  const auto begin = std::chrono::steady_clock::now();
  const auto response = build(slow_kernel);
  const auto time = std::chrono::steady_clock::now() - begin;
  unsetenv("LANEWISE_BUILD_SECONDS");
  EXPECT_EQ(response.status, compiler::Status::success) << response.log;
  EXPECT_NE(response.log.find("warning: optimisation took longer than 4 s of processor time"),
            std::string::npos)
      << response.log;
  EXPECT_FALSE(response.repeatable);
  EXPECT_GE(time, std::chrono::seconds(4));
  EXPECT_LT(time, std::chrono::seconds(20));
  EXPECT_GE(lowest_priority(), 15) << "it goes on, but others come first";
  expect_still_working();
}

TEST(Diagnostics, whatTakesTooLongInAnyCaseFailsTheBuild) {
  setenv("LANEWISE_BUILD_SECONDS", "1", 1);
  const auto response = build(slower_kernel);
  unsetenv("LANEWISE_BUILD_SECONDS");
  expect_failure(
      response,
      "error: the build took longer than 1 s of processor time, also without optimisation");
  expect_still_working();
}

TEST(Diagnostics, variantsThatTakeTooLongAreGivenUp) {
  compiler::Request request = {compiler::Operation::compile, "host", "", slow_kernel, "", {}, {}};
  const auto object = compiler::run(request);
  EXPECT_EQ(object.status, compiler::Status::success) << object.log;
  request = {compiler::Operation::specialize, "host", "", "", "", {}, {object.binary}};
  request.launch = {"slow", {64, 1, 1}, 1, true, {}};
  setenv("LANEWISE_BUILD_SECONDS", "1", 1);
  const auto variant = compiler::run(request);
  unsetenv("LANEWISE_BUILD_SECONDS");
  expect_failure(variant, "error: the variant took too long");
  expect_still_working();
}

double seconds_of(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

/// An application that keeps a CPU busy, which the calling thread and those that it starts share
/// with it.
class BusyCpu {
public:
  explicit BusyCpu(unsigned thread_count = 1) {
    sched_getaffinity(0, sizeof before, &before);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (unsigned i = 0; i < thread_count; ++i) {
      threads.emplace_back([this] {
        while (!is_over) {
        }
        const std::lock_guard guard(lock);
        used += seconds_of(CLOCK_THREAD_CPUTIME_ID);
      });
    }
  }
  BusyCpu(const BusyCpu&) = delete;
  BusyCpu& operator=(const BusyCpu&) = delete;
  ~BusyCpu() { end(); }

  /// The application's processor time, in seconds.
  double end() {
    is_over = true;
    for (std::thread& thread : threads) {
      thread.join();
    }
    threads.clear();
    sched_setaffinity(0, sizeof before, &before);
    return used;
  }

private:
  cpu_set_t before;
  std::vector<std::thread> threads;
  std::atomic<bool> is_over = false;
  std::mutex lock; ///< protects `used`
  double used = 0;
};

TEST(Diagnostics, aBusyMachineMakesNoBuildFail) {
  const double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  ASSERT_EQ(build(sized_kernel).status, compiler::Status::success);
  const double alone = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin;
  const double allowed = std::ceil(1.5 * alone);
  constexpr double busy = 4; // so many times longer than allowed, at least
  BusyCpu application(unsigned(std::ceil(busy * allowed / alone)));
  setenv("LANEWISE_BUILD_SECONDS", std::to_string(int(allowed)).c_str(), 1);
  const auto before = std::chrono::steady_clock::now();
  const auto response = build(sized_kernel);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
  unsetenv("LANEWISE_BUILD_SECONDS");
  application.end();
  EXPECT_EQ(response.status, compiler::Status::success) << response.log;
  EXPECT_EQ(response.log, "");
  EXPECT_GT(took.count(), allowed) << "otherwise the machine was not busy";
}

/// How long a variant computes beside an application that is busy on the same CPU, divided by how
/// long the application computes meanwhile. It should be about a tenth.
double share_of_variant() {
  compiler::Request request = {compiler::Operation::compile, "host", "", sized_kernel, "", {}, {}};
  const auto object = compiler::run(request);
  EXPECT_EQ(object.status, compiler::Status::success) << object.log;
  request = {compiler::Operation::specialize, "host", "", "", "", {}, {object.binary}};
  request.launch = {"k", {64, 1, 1}, 1, true, {}};
  BusyCpu application;
  const double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  const auto variant = compiler::run(request);
  const double busy = application.end();
  const double compiling = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin - busy;
  EXPECT_EQ(variant.status, compiler::Status::success) << variant.log;
  return compiling / busy;
}

TEST(Diagnostics, variantsShareTheOnlyCpu) {
  const double share = share_of_variant();
  EXPECT_GT(share, 0.03);
  EXPECT_LT(share, 0.3);
}

/// In a child, as only the superuser can undo it.
TEST(Diagnostics, variantsOfAProcessThatIsNiceShareTheOnlyCpu) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    setpriority(PRIO_PROCESS, 0, 5);
    const double share = share_of_variant();
    _exit(share > 0.03 && share < 0.3 && !HasFailure() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST(Diagnostics, unknownDevice) {
  const auto response = compiler::run({compiler::Operation::build, "toaster", "", "", "", {}, {}});
  EXPECT_EQ(response.status, compiler::Status::internal_error);
  EXPECT_EQ(response.log, "error: there is no compiler for the device 'toaster'\n");
}

} // namespace
