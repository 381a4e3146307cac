// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process that only runs a binary never maps the compiler library; the compiler and fork.
#include "process.h"
#include "kernel_fixture.h"
#include "testing_support/threads.h"

#include <atomic>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

namespace {

using testing_support::threads_of_this_process;
using testing_support::threads_that_block;

bool compiler_is_mapped() {
  std::ifstream maps("/proc/self/maps");
  const std::string text{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_NE(text.find("liblanewise-opencl"), std::string::npos) << text;
  return text.find("lanewise-compiler") != std::string::npos;
}

} // namespace

class KernelProcess : public ClKernelTest {
protected:
  /// In a process of its own: 7 if the binary gave the right result without the compiler.
  int run_binary(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<unsigned char> data{std::istreambuf_iterator<char>(file), {}};
    const Owned<cl_program> program = from_binary(data);
    if (clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) != CL_SUCCESS) {
      return 1;
    }
    const Owned<cl_kernel> k = kernel_of(program);
    const Owned<cl_mem> buffer = make_buffer(4);
    set(k, 0, buffer);
    if (launch(k, 1) != CL_SUCCESS || contents<cl_int>(buffer, 1)[0] != 42) {
      return 2;
    }
    return compiler_is_mapped() ? 3 : 7;
  }
};

TEST_F(KernelProcess, ForkedChildCompiles) {
  const auto compiles = [&] { // with a context of its own; what it had is the parent's
    static_cast<void>(context.take());
    context = make_context();
    return cl_kernel(kernel("kernel void k(global int *p) { p[0] = 43; }")) && !HasFailure() ? 7
                                                                                             : 1;
  };
  EXPECT_EQ(in_child(compiles), 7);
  const Owned<cl_program> here = build("kernel void k(global int *p) { p[0] = 41; }");
  EXPECT_EQ(in_child(compiles), 7);
}

/// In a process of its own: the one in this process is lost to the child.
TEST_F(KernelProcess, ChildForkedWhileAnotherThreadCompilesCompilesToo) {
  std::string source;
  for (int i = 0; i < 1200; ++i) {
    const std::string n = std::to_string(i);
    source += "kernel void k" + n + "(global int *p) { p[" + n + "] = " + n + "; }\n";
  }
  const Owned<cl_program> large = make_program(source);
  std::atomic<bool> done = false;
  ASSERT_EQ(clBuildProgram(
                large, 0, nullptr, "",
                [](cl_program, void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; },
                &done),
            CL_SUCCESS);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const int result = in_child([&] {
    static_cast<void>(context.take());
    context = make_context();
    const Owned<cl_program> program = make_program("kernel void k() {}");
    const cl_int error = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
    return error == CL_SUCCESS && cl_kernel(kernel_of(program)) ? 7 : 1;
  });
  EXPECT_FALSE(done) << "the test's program is too small";
  EXPECT_EQ(result, 7);
  while (!done) {
    std::this_thread::yield();
  }
}

/// A kernel that takes long to compile and to run, set up for `items`.
constexpr size_t items_of_slow_kernel = 1 << 16;
std::string slow_source() {
  std::string statements;
  for (int i = 0; i < 60; ++i) {
    statements +=
        "x = x * 1.0001f + sin(x + " + std::to_string(i) + ".5f); if (x > 3) x -= cos(x);";
  }
  return "kernel void k(global float *p, int n) { float x = p[get_global_id(0)];"
         "for (int i = 0; i < n; ++i) {" +
         statements + "} p[get_global_id(0)] = x; }";
}

/// The driver compiles variants at times that the application does not know of, on a thread of its
/// own.
TEST_F(KernelProcess, ChildForkedWhileAVariantIsCompiledCompilesToo) {
  const Owned<cl_kernel> k = kernel(slow_source());
  constexpr size_t items = items_of_slow_kernel;
  const Owned<cl_mem> buffer = make_buffer(items * sizeof(float));
  set(k, 0, buffer);
  set(k, 1, cl_int(3));
  constexpr int forks = 6;
  for (int i = 0; i < 3 + forks; ++i) { // a variant is begun after some launches
    ASSERT_EQ(launch(k, items, 64), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    if (i >= 3) {
      EXPECT_EQ(in_child([&] {
                  static_cast<void>(context.take());
                  context = make_context();
                  const Owned<cl_program> program = make_program("kernel void k() {}");
                  const cl_int error = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
                  return error == CL_SUCCESS && cl_kernel(kernel_of(program)) ? 7 : 1;
                }),
                7)
          << i;
    }
  }
}

/// Waits until no thread has begun or ended for a while. Those that a build has made in the
/// background may be late where the machine is busy.
void let_threads_settle() {
  for (int i = 0; i < 100; ++i) {
    const auto before = threads_of_this_process();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (threads_of_this_process() == before && threads_that_block({SIGSEGV}) == 0) {
      return;
    }
  }
}

/// A thread that compiles one does not: its crashes could not be contained. And no thread is there
/// after it that was not there before: those that launches and variants need are made by the build.
/// In a process of its own, without threads of other tests.
TEST_F(KernelProcess, NoThreadBlocksFaultsWhileAVariantIsCompiled) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto look = [&] {
    const Owned<cl_kernel> k = kernel(slow_source());
    const Owned<cl_mem> buffer = make_buffer(items_of_slow_kernel * sizeof(float));
    set(k, 0, buffer);
    set(k, 1, cl_int(3));
    std::atomic<bool> begin = false, stop = false;
    std::atomic<int> most = 0;
    std::thread watcher([&] {
      begin.wait(false);
      while (!stop) {
        most = std::max(most.load(), threads_that_block({SIGSEGV}));
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
    });
    if (!shares_memory()) { // such a device may have a thread for each queue since its first
                            // command
      const cl_int zero = 0;
      EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, sizeof zero, 0, nullptr,
                                    nullptr),
                CL_SUCCESS);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
    let_threads_settle();
    const auto before = threads_of_this_process();
    begin = true;
    begin.notify_all();
    for (int i = 0; i < 12; ++i) {
      EXPECT_EQ(launch(k, items_of_slow_kernel, 64), CL_SUCCESS);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
    let_threads_settle();
    EXPECT_EQ(threads_of_this_process(), before);
    stop = true;
    watcher.join();
    std::fprintf(stderr, "%d threads blocked signals\n", most.load());
    std::_Exit(most == 0 && !HasFailure() ? 7 : 1);
  };
  EXPECT_EXIT(look(), ::testing::ExitedWithCode(7), "0 threads");
}

/// Builds programs, one after the other, until the process ends.
void build_for_ever(cl_context context) {
  for (int i = 0;; ++i) {
    const std::string source = "kernel void k(global float *p) { for (int i = 0; i < " +
                               std::to_string(i + 3) + "; ++i) *p = sin(*p) + pow(*p, 3.1f); }";
    const char* text = source.c_str();
    const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
    clReleaseProgram(program);
  }
}

TEST_F(KernelProcess, LeavingWhileAnotherThreadCompiles) {
  for (int i = 0; i < 40; ++i) {
    const int result = in_child([&] {
      std::thread(build_for_ever, make_context().take()).detach();
      std::this_thread::sleep_for(std::chrono::milliseconds(20 + 3 * i));
      std::exit(7); // and not _exit, which runs nothing
      return 0;
    });
    ASSERT_EQ(result, 7) << i;
  }
}

TEST_F(KernelProcess, BinaryNeedsNoCompiler) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe"; // runs this test again, up to the child
  const std::string path = ::testing::TempDir() + "lanewise_binary_needs_no_compiler";
  if (!::testing::internal::InDeathTestChild()) {
    const auto data = binary_of(build("kernel void k(global int *p) { p[0] = 42; }"));
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data.data()), long(data.size()));
    EXPECT_TRUE(compiler_is_mapped());
  }
  EXPECT_EXIT(std::exit(run_binary(path)), ::testing::ExitedWithCode(7), "");
  std::remove(path.c_str());
}
