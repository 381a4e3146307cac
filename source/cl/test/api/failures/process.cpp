// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver and its process (doc/process.md): exit with work in flight, fork.
#include "process.h"
#include "binary_fixture.h"
#include "sub_device_fixture.h"
#include "testing_support/threads.h"

#include "cargo/sanitizers.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <thread>

namespace {

using testing_support::threads_of_this_process;
using testing_support::threads_that_block;

void CL_CALLBACK take_long(void*) { std::this_thread::sleep_for(std::chrono::milliseconds(200)); }

void CL_CALLBACK exit_with_7(void*) { std::exit(7); }

void CL_CALLBACK exit_with_7_on_end(cl_event, cl_int, void*) { std::exit(7); }

void CL_CALLBACK note_thread(void* raw) {
  **static_cast<std::thread::id**>(raw) = std::this_thread::get_id();
}

void CL_CALLBACK set_flag(void* raw) { **static_cast<std::atomic<bool>**>(raw) = true; }

} // namespace

class Process : public ClBinaryTest {
protected:
  void SetUp() override {
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    ClBinaryTest::SetUp();
  }
  void enqueue_long_work(int count) {
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(clEnqueueNativeKernel(queue, take_long, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                                      nullptr),
                CL_SUCCESS);
    }
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  }
  /// Sleeps until the process has ended.
  [[noreturn]] static void wait_for_the_end() {
    for (;;) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  }
  /// Makes everything anew and runs commands of all kinds: 7 if they do what they should.
  int everything_works_anew(cl_device_id use);
  int everything_works_anew() { return everything_works_anew(device); }
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

TEST_F(Process, ExitsFromAnotherThreadWithWorkInFlight) {
  EXPECT_EXIT(
      {
        enqueue_long_work(3);
        std::thread([] { std::exit(7); }).detach();
        wait_for_the_end();
      },
      ::testing::ExitedWithCode(7), "");
}

TEST_F(Process, ExitsFromAnEventCallback) {
  EXPECT_EXIT(
      {
        Owned<cl_event> event;
        if (clEnqueueNativeKernel(queue, take_long, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                                  &event) != CL_SUCCESS ||
            clSetEventCallback(event, CL_COMPLETE, exit_with_7_on_end, nullptr) != CL_SUCCESS) {
          std::exit(1);
        }
        enqueue_long_work(3);
        wait_for_the_end();
      },
      ::testing::ExitedWithCode(7), "");
}

TEST_F(Process, ExitsFromANativeKernel) {
  EXPECT_EXIT(
      {
        static_cast<void>(clEnqueueNativeKernel(queue, exit_with_7, nullptr, 0, 0, nullptr, nullptr,
                                                0, nullptr, nullptr));
        clFinish(queue);
        wait_for_the_end();
      },
      ::testing::ExitedWithCode(7), "");
}

TEST_F(Process, EndsAtOnceWithWorkInFlight) {
  EXPECT_EXIT(
      {
        enqueue_long_work(3);
        _exit(7);
      },
      ::testing::ExitedWithCode(7), "");
  EXPECT_EXIT(
      {
        enqueue_long_work(3);
        std::thread([] { _exit(7); }).detach();
        clFinish(queue);
        wait_for_the_end();
      },
      ::testing::ExitedWithCode(7), "");
}

TEST_F(Process, ForkedChildExits) {
  ASSERT_TRUE(works());
  enqueue_long_work(1);
  EXPECT_EQ(in_child([] { return 7; }), 7);
  EXPECT_EQ(in_child([&] {
              char name[64];
              return clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr) ==
                             CL_SUCCESS
                         ? 7
                         : 1;
            }),
            7);
  EXPECT_TRUE(works());
}

TEST_F(Process, ForkedChildExecutesAnotherProgram) {
  ASSERT_TRUE(works());
  enqueue_long_work(1);
  EXPECT_EQ(in_child([]() -> int {
              execl("/bin/sh", "sh", "-c", "exit 7", nullptr);
              return 1;
            }),
            7);
  EXPECT_TRUE(works());
}

TEST_F(Process, ForkedChildFindsItsParentsHandlesDead) {
  ASSERT_TRUE(works());
  enqueue_long_work(1);
  const Owned<cl_mem> buffer = make_buffer();
  const Owned<cl_event> event = make_user_event();
  const Owned<cl_program> program = build();
  const Owned<cl_kernel> nothing = kernel_of(program, "nothing");
  const cl_event list = event;
  EXPECT_EQ(in_child([&] {
              const bool dead = clFinish(queue) == CL_INVALID_COMMAND_QUEUE &&
                                clReleaseContext(context) == CL_INVALID_CONTEXT &&
                                clRetainMemObject(buffer) == CL_INVALID_MEM_OBJECT &&
                                clWaitForEvents(1, &list) == CL_INVALID_EVENT &&
                                clReleaseProgram(program) == CL_INVALID_PROGRAM &&
                                clSetKernelArg(nothing, 0, 4, nullptr) == CL_INVALID_KERNEL;
              return dead && clRetainDevice(device) == CL_SUCCESS ? 7 : 1;
            }),
            7);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS); // the parent's are as before
  EXPECT_TRUE(works());
}

int Process::everything_works_anew(cl_device_id use) {
  // Objects made before the fork are dead; only their handles are dropped here.
  static_cast<void>(queue.take());
  static_cast<void>(context.take());
  cl_int error = CL_SUCCESS;
  context = clCreateContext(nullptr, 1, &use, nullptr, nullptr, &error);
  queue = clCreateCommandQueue(context, use, 0, &error);
  device = use;
  if (!context || !queue || !works()) {
    return 1;
  }
  const Owned<cl_command_queue> other = out_of_order_queue();
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_ulong>(1000, 5));
  const Owned<cl_kernel> count = kernel("count_visits");
  set(count, 0, buffer);
  const size_t global = 1000;
  for (int i = 0; i < 10; ++i) {
    if (clEnqueueNDRangeKernel(queue, count, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) !=
        CL_SUCCESS) {
      return 2;
    }
  }
  if (contents<cl_ulong>(buffer, 1000) != std::vector<cl_ulong>(1000, 15)) {
    return 3;
  }
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  const cl_ulong nine = 9;
  Owned<cl_event> filled;
  if (clEnqueueFillBuffer(other, buffer, &nine, 8, 0, 8000, 1, &list, &filled) != CL_SUCCESS ||
      clFlush(other) != CL_SUCCESS || clSetUserEventStatus(gate, CL_COMPLETE) != CL_SUCCESS) {
    return 4;
  }
  while (status(filled) > CL_COMPLETE) { // by the child's own threads
    std::this_thread::yield();
  }
  const bool right = contents<cl_ulong>(buffer, 1000) == std::vector<cl_ulong>(1000, 9);
  return right && !HasFailure() ? 7 : 5;
}

TEST_F(Process, ForkedChildUsesTheDriver) {
  if (with_thread_sanitizer) {
    GTEST_SKIP() << "it forbids threads after a fork";
  }
  EXPECT_EQ(in_child([&] { return everything_works_anew(); }), 7); // before any thread was made
  ASSERT_TRUE(works());
  EXPECT_EQ(in_child([&] { return everything_works_anew(); }), 7);
  enqueue_long_work(3);
  EXPECT_EQ(in_child([&] { return everything_works_anew(); }), 7);
  EXPECT_EQ(in_child([&] { // and its own child
              const int first = everything_works_anew();
              return first == 7 ? in_child([&] { return everything_works_anew(); }) : first;
            }),
            7);
  EXPECT_TRUE(works());
}

TEST_F(Process, ForkedChildUsesSubDevices) {
  if (with_thread_sanitizer) {
    GTEST_SKIP() << "it forbids threads after a fork";
  }
  cl_uint units = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
            CL_SUCCESS);
  if (units < 2) {
    GTEST_SKIP() << "one compute unit cannot be parted";
  }
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id part = parts[0];
  context = clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr);
  queue = clCreateCommandQueue(context, part, 0, nullptr);
  enqueue_long_work(2);
  EXPECT_EQ(in_child([&] { return everything_works_anew(parts[0]); }), 7); // one with work
  EXPECT_EQ(in_child([&] { return everything_works_anew(parts[1]); }), 7);
  EXPECT_EQ(in_child([&] { // and new ones
              const auto anew = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
              return everything_works_anew(anew[0]);
            }),
            7);
  EXPECT_TRUE(works());
}

TEST_F(Process, ForkedChildUsesTheDriverWhateverOtherThreadsDo) {
  if (with_thread_sanitizer) {
    GTEST_SKIP() << "it forbids threads after a fork";
  }
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const Owned<cl_command_queue> mine = i % 2 ? make_queue() : out_of_order_queue();
      const cl_uint value = 1;
      while (!stop) {
        const Owned<cl_mem> buffer = make_buffer(4096);
        Owned<cl_event> event;
        EXPECT_EQ(clEnqueueFillBuffer(mine, buffer, &value, 4, 0, 4096, 0, nullptr, &event),
                  CL_SUCCESS);
        EXPECT_EQ(clFinish(mine), CL_SUCCESS);
      }
    });
  }
  for (int i = 0; i < 50 && !HasFailure(); ++i) {
    EXPECT_EQ(in_child([&] { return everything_works_anew(); }), 7) << i;
  }
  stop = true;
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(works());
}

TEST_F(Process, ForkInACallback) {
  if (with_thread_sanitizer) {
    GTEST_SKIP() << "it forbids threads after a fork";
  }
  struct Fork {
    std::atomic<int> result = -2;
    static void CL_CALLBACK run(cl_event, cl_int, void* user_data) {
      static_cast<Fork*>(user_data)->result = in_child([] { return 7; });
    }
  } forked;
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  Owned<cl_event> event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &list, &event), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, Fork::run, &forked), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  while (forked.result == -2) {
    std::this_thread::yield();
  }
  EXPECT_EQ(forked.result, 7);
  EXPECT_TRUE(works());
}

/// Small work, which the waiting thread would do itself, and large work, which it would share.
TEST_F(Process, NothingRunsOnItsThreadsIfItForbidsThat) {
  const auto run_anew = [&] {
    std::thread::id ran;
    std::thread::id* argument = &ran;
    for (int round = 0; round < 100; ++round) {
      ran = {};
      const bool over =
          clEnqueueNativeKernel(queue, note_thread, &argument, sizeof argument, 0, nullptr, nullptr,
                                0, nullptr, nullptr) == CL_SUCCESS &&
          clFinish(queue) == CL_SUCCESS;
      if (!over || ran == std::thread::id() || ran == std::this_thread::get_id()) {
        std::fprintf(stderr, "round %d: %s\n", round, over ? "on this thread" : "failed");
        _exit(1);
      }
    }
    _exit(everything_works_anew() == 7 ? 0 : 2);
  };
  setenv("LANEWISE_HELP", "0", 1); // the child, which is this program anew, finds it at its start
  for (const char* threads : {"1", "2"}) {
    setenv("LANEWISE_NUM_THREADS", threads, 1);
    EXPECT_EXIT(run_anew(), testing::ExitedWithCode(0), "") << threads;
  }
  unsetenv("LANEWISE_NUM_THREADS");
  unsetenv("LANEWISE_HELP");
}

/// A daemon closes all descriptors at its start, and its own files then get their numbers: work
/// that nobody waits for, which the watchdog hands to a thread, goes on, and the daemon's files
/// stay open.
TEST_F(Process, ClosedDescriptorsAreNotMissed) {
  const auto close_and_work = [&] {
    if (!works()) { // all threads are there
      _exit(1);
    }
    for (int i = 3; i < 256; ++i) {
      close(i);
    }
    std::vector<int> own;
    for (int i = 0; i < 64; ++i) {
      own.push_back(open("/dev/null", O_RDWR));
    }
    std::atomic<bool> flag = false;
    std::atomic<bool>* argument = &flag;
    if (clEnqueueNativeKernel(queue, set_flag, &argument, sizeof argument, 0, nullptr, nullptr, 0,
                              nullptr, nullptr) != CL_SUCCESS ||
        clFlush(queue) != CL_SUCCESS) {
      _exit(2);
    }
    while (!flag) {
      std::this_thread::yield();
    }
    const int worked = everything_works_anew();
    const bool kept = std::ranges::all_of(own, [](int file) { return write(file, "", 1) == 1; });
    _exit(worked != 7 ? 3 : kept ? 0 : 4);
  };
  EXPECT_EXIT(close_and_work(), testing::ExitedWithCode(0), "");
}

TEST_F(Process, NoThreadOfTheDriverBlocksTheSignalsOfFaults) {
  enqueue_long_work(4);
  EXPECT_EQ(threads_that_block({SIGSEGV, SIGBUS, SIGFPE, SIGILL}), 0);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

/// Nor for a context and a queue, nor for a program from a binary.
TEST_F(Process, NoThreadIsStartedToAskForDevices) {
  const auto look = [&] {
    const auto threads = [] { return threads_of_this_process().size(); };
    const size_t own = with_thread_sanitizer ? threads() : 1; // which has one
    const Owned<cl_program> program = build();
    _exit(threads() == own && works() && threads() > own && !HasFailure() ? 0 : 1);
  };
  EXPECT_EXIT(look(), testing::ExitedWithCode(0), "");
}

TEST_F(Process, SecondContext) {
  const Owned<cl_context> other = make_context();
  const Owned<cl_command_queue> on = clCreateCommandQueue(other, device, 0, nullptr);
  EXPECT_TRUE(works());
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
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
