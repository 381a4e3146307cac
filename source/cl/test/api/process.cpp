// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver and its process: exit with work in flight, fork, dlopen and dlclose.
#include "fixture.h"

#include <atomic>
#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

void CL_CALLBACK take_long(void*) { std::this_thread::sleep_for(std::chrono::milliseconds(200)); }

void CL_CALLBACK set_flag(void* raw) { **static_cast<std::atomic<bool>**>(raw) = true; }

} // namespace

class Process : public ClTest {
protected:
  void SetUp() override {
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    ClTest::SetUp();
  }
  void enqueue_long_work(int count) {
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(clEnqueueNativeKernel(queue, take_long, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                                      nullptr),
                CL_SUCCESS);
    }
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  }
  /// Runs a native kernel and waits for it.
  bool works() {
    std::atomic<bool> flag = false;
    std::atomic<bool>* argument = &flag;
    return clEnqueueNativeKernel(queue, set_flag, &argument, sizeof argument, 0, nullptr, nullptr,
                                 0, nullptr, nullptr) == CL_SUCCESS &&
           clFinish(queue) == CL_SUCCESS && flag;
  }
};

TEST_F(Process, ExitsWithWorkInFlight) {
  EXPECT_EXIT(
      {
        enqueue_long_work(3);
        std::exit(7);
      },
      ::testing::ExitedWithCode(7), "");
}

TEST_F(Process, ExitsWhileAQueueIsBlocked) {
  EXPECT_EXIT(
      {
        Owned<cl_event> gate = make_user_event();
        const cl_event list = gate.take();
        Owned<cl_event> held;
        if (clEnqueueMarkerWithWaitList(queue, 1, &list, &held) != CL_SUCCESS) {
          std::exit(1);
        }
        static_cast<void>(held.take());
        clFlush(queue);
        std::exit(7);
      },
      ::testing::ExitedWithCode(7), "");
}

TEST_F(Process, ForkedChildExits) {
  ASSERT_TRUE(works());
  enqueue_long_work(1);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    char name[64];
    _exit(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr) == CL_SUCCESS
              ? 7
              : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_TRUE(works());
}

TEST_F(Process, SecondContext) {
  const Owned<cl_context> other = make_context();
  const Owned<cl_command_queue> on = clCreateCommandQueue(other, device, 0, nullptr);
  EXPECT_TRUE(works());
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
}

TEST_F(Process, StaysLoaded) {
  Dl_info info = {};
  ASSERT_TRUE(dladdr(*reinterpret_cast<void**>(platform), &info)); // its dispatch table
  for (int i = 0; i < 3; ++i) {
    void* library = dlopen(info.dli_fname, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library) << dlerror();
    EXPECT_EQ(dlclose(library), 0);
  }
  EXPECT_TRUE(works());
}

TEST_F(Process, FlushedWorkProgressesThoughNobodyWaits) {
  std::atomic<bool> flag = false;
  std::atomic<bool>* argument = &flag;
  ASSERT_EQ(clEnqueueNativeKernel(queue, set_flag, &argument, sizeof argument, 0, nullptr, nullptr,
                                  0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  while (!flag) {
    std::this_thread::yield(); // ends by the test's time limit if it never happens
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}
