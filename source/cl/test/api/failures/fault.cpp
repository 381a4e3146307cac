// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that do what no kernel may do: their command fails, their context is lost, and the
// process and all other contexts live on.
#include "binary_fixture.h"
#include "failures/watched_context.h"

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <unistd.h>

namespace {

enum How : cl_uint { nothing = 0, access = 1, stack = 2, arithmetic = 3, instruction = 4 };

class ClFault : public ClBinaryTest {
public: // for threads
  Owned<cl_kernel> faulty(Watched& watched, How how) {
    Owned<cl_kernel> kernel = kernel_of(build(test_kernels::program(), watched.context), "faults");
    set(kernel, 0, cl_uint(how));
    return kernel;
  }
  static cl_int launch(cl_command_queue queue, cl_kernel kernel, size_t groups, cl_event* event) {
    constexpr size_t one = 1;
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &groups, &one, 0, nullptr, event);
  }
  /// Runs the kernel in a context of its own, and gives what the context was told.
  std::vector<std::string> fault(How how, size_t groups) {
    Watched watched(device);
    const Owned<cl_kernel> kernel = faulty(watched, how);
    Owned<cl_event> event;
    EXPECT_EQ(launch(watched.queue, kernel, groups, &event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status(event), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(clFinish(watched.queue), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(launch(watched.queue, kernel, 1, nullptr), CL_OUT_OF_RESOURCES) << "lost";
    return watched.take();
  }
  /// The device still works, for contexts that are not lost.
  void expect_alive() {
    Watched watched(device);
    const Owned<cl_kernel> kernel = faulty(watched, nothing);
    Owned<cl_event> event;
    ASSERT_EQ(launch(watched.queue, kernel, 1000, &event), CL_SUCCESS);
    EXPECT_EQ(clFinish(watched.queue), CL_SUCCESS);
    EXPECT_EQ(status(event), CL_COMPLETE);
    EXPECT_TRUE(watched.take().empty());
  }
};

TEST_F(ClFault, MemoryThatIsNotThere) {
  EXPECT_EQ(fault(access, 1), std::vector<std::string>{
                                  "kernel 'faults' was stopped in work-group 0: access to memory "
                                  "at 0x10, which is not there or may not be written; its "
                                  "context is lost"});
  expect_alive();
}

TEST_F(ClFault, MoreStackThanThereIs) {
  EXPECT_EQ(fault(stack, 1),
            std::vector<std::string>{"kernel 'faults' was stopped in work-group 0: it needs more "
                                     "private memory than there is (a function that calls "
                                     "itself?); its context is lost"});
  expect_alive();
}

TEST_F(ClFault, ArithmeticAndInstructions) {
  EXPECT_EQ(fault(arithmetic, 1),
            std::vector<std::string>{"kernel 'faults' was stopped in work-group 0: arithmetic that "
                                     "the device cannot do; its context is lost"});
  EXPECT_EQ(fault(instruction, 1),
            std::vector<std::string>{
                "kernel 'faults' was stopped in work-group 0: an instruction "
                "that the device does not have, a failed assertion, or a call through a pointer to "
                "no function; its context is lost"});
  expect_alive();
}

TEST_F(ClFault, OnAnyThreadAgainAndAgain) {
  for (int i = 0; i < 20; ++i) {
    for (const How how : {access, stack, arithmetic, instruction}) {
      const auto messages = fault(how, 10000); // enough for the pool's threads
      ASSERT_EQ(messages.size(), 1u);
      EXPECT_NE(messages[0].find("9999: "), std::string::npos) << messages[0];
    }
  }
  expect_alive();
}

TEST_F(ClFault, WhatWaitsForItFailsToo) {
  Watched watched(device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Owned<cl_kernel> kernel = faulty(watched, access);
  const Owned<cl_event> start = clCreateUserEvent(watched.context, nullptr);
  const cl_event wait = start;
  constexpr size_t one = 1;
  Owned<cl_event> first, second;
  ASSERT_EQ(clEnqueueNDRangeKernel(watched.queue, kernel, 1, nullptr, &one, &one, 1, &wait, &first),
            CL_SUCCESS);
  const cl_event after = first;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(watched.queue, kernel, 1, nullptr, &one, &one, 1, &after, &second),
      CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(start, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(watched.queue), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(status(first), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(status(second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(ClFault, OtherContextsAreUntouched) {
  Watched other(device);
  const Owned<cl_kernel> kernel = faulty(other, nothing);
  fault(access, 100);
  EXPECT_EQ(launch(other.queue, kernel, 100, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(other.queue), CL_SUCCESS);
}

TEST_F(ClFault, OnThreadsWithLittleStack) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t(256) << 10);
  pthread_t thread = {};
  const auto work = [](void* self) -> void* {
    static_cast<ClFault*>(self)->fault(stack, 1);
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, work, this), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  expect_alive();
}

/// Many applications block all signals before they start threads.
TEST_F(ClFault, OnThreadsThatBlockAllSignals) {
  std::thread([&] {
    sigset_t all, blocked;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    for (int i = 0; i < 20; ++i) { // a pool thread may be faster now and then
      for (const How how : {access, stack, arithmetic, instruction}) {
        EXPECT_EQ(fault(how, 1).size(), 1u);
      }
    }
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    EXPECT_TRUE(sigismember(&blocked, SIGSEGV)) << "the mask is as it was";
  }).join();
  expect_alive();
}

/// Where no memory is; not known to compilers, which warn of such places.
int* volatile nowhere = reinterpret_cast<int*>(16);

sigjmp_buf back;
void go_back(int) { siglongjmp(back, 1); }

/// Each in a process of its own, in which nothing has run yet.
class ClFaultDeathTest : public ClFault {
protected:
  ClFaultDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// The application's handlers were there before the first kernel ran.
TEST_F(ClFaultDeathTest, TheApplicationsHandlersSeeItsOwnFaults) {
  const auto work = [&]() -> int {
    struct sigaction mine = {};
    mine.sa_handler = go_back;
    sigaction(SIGSEGV, &mine, nullptr);
    if (fault(access, 1).size() != 1) {
      return 1;
    }
    if (sigsetjmp(back, 1) == 0) {
      *nowhere = 1;
      return 2;
    }
    if (fault(access, 1).size() != 1) {
      return 3;
    }
    if (sigsetjmp(back, 1) == 0) {
      raise(SIGSEGV); // sent, not caused
      return 4;
    }
    return 0;
  };
  EXPECT_EXIT(_exit(work()), testing::ExitedWithCode(0), "");
}

TEST_F(ClFaultDeathTest, WithoutAHandlerTheApplicationsFaultsEndIt) {
  const auto work = [&] {
    signal(SIGSEGV, SIG_DFL); // not that of a sanitizer
    fault(access, 1);
    *nowhere = 1;
    _exit(0);
  };
  EXPECT_EXIT(work(), testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(ClFaultDeathTest, CanBeTurnedOff) {
  const auto work = [&] {
    signal(SIGILL, SIG_DFL);
    setenv("LANEWISE_FAULTS", "abort", 1);
    fault(instruction, 1);
    _exit(0);
  };
  EXPECT_EXIT(work(), testing::KilledBySignal(SIGILL), "");
}

TEST_F(ClFaultDeathTest, WithoutACallbackTheMessageIsOnStandardError) {
  const auto work = [&] {
    const Owned<cl_kernel> kernel = kernel_of(build(), "faults");
    set(kernel, 0, cl_uint(access));
    launch(queue, kernel, 1, nullptr);
    _exit(clFinish(queue) == CL_OUT_OF_RESOURCES ? 0 : 1);
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(0),
              "lanewise: kernel 'faults' was stopped in work-group 0: access to memory at 0x10");
}

} // namespace
