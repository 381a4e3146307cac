// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Very many commands, queues, builds and programs: time and memory grow as their number does, and
// what a process has only few of (stack, threads, mappings) is not used up.
#include "binary_fixture.h"

#include "cargo/sanitizers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <malloc.h>
#include <pthread.h>
#include <set>
#include <thread>

namespace {

using clock = std::chrono::steady_clock;

class Many : public ClBinaryTest {
protected:
  /// Enqueues `count` commands that wait for a user event or, if they are barriers, for all before
  /// them.
  double seconds_for(int count, bool barriers) {
    const Owned<cl_command_queue> on = out_of_order_queue();
    const Owned<cl_event> gate = make_user_event();
    const cl_event wait = gate;
    const auto begin = clock::now();
    EXPECT_EQ(clEnqueueMarkerWithWaitList(on, 1, &wait, nullptr), CL_SUCCESS);
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(barriers ? clEnqueueBarrierWithWaitList(on, 0, nullptr, nullptr)
                         : clEnqueueMarkerWithWaitList(on, 1, &wait, nullptr),
                CL_SUCCESS);
    }
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    return std::chrono::duration<double>(clock::now() - begin).count();
  }
};

size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  size_t lines = 0;
  for (std::string line; std::getline(maps, line);) {
    ++lines;
  }
  return lines;
}

/// Eight times the commands would take 64 times as long if each looked at all before it. (The
/// machine may have other things to do: the best of a few.)
TEST_F(Many, CommandsOfAnOutOfOrderQueue) {
  for (const bool barriers : {false, true}) {
    const auto best = [&](int count) {
      return std::min({seconds_for(count, barriers), seconds_for(count, barriers),
                       seconds_for(count, barriers)});
    };
    const double some = best(1000);
    EXPECT_LT(best(8000), 24 * some + 1.0) << (barriers ? "barriers" : "waits");
  }
}

/// Markers and barriers in between wait for all that came before, in whatever batch it is.
TEST_F(Many, WhatWaitsForAllMissesNothing) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  std::atomic<int> ended = 0;
  const auto count = [](void* raw) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    ++**static_cast<std::atomic<int>**>(raw);
  };
  int enqueued = 0;
  const auto enqueue = [&](cl_event wait) {
    std::atomic<int>* argument = &ended;
    ASSERT_EQ(clEnqueueNativeKernel(on, count, &argument, sizeof argument, 0, nullptr, nullptr,
                                    wait ? 1 : 0, wait ? &wait : nullptr, nullptr),
              CL_SUCCESS);
    ++enqueued;
  };
  for (int round = 0; round < 40; ++round) {
    const Owned<cl_event> gate = make_user_event();
    // A batch that takes commands, and one that waits, before and after what waits for all.
    enqueue(nullptr);
    enqueue(gate);
    Owned<cl_event> first, second;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 0, nullptr, &first), CL_SUCCESS);
    enqueue(nullptr);
    if (round % 3 == 0) {
      ASSERT_EQ(clFlush(on), CL_SUCCESS);
    }
    enqueue(round % 2 ? cl_event(gate) : nullptr);
    ASSERT_EQ(round % 4 < 2 ? clEnqueueMarkerWithWaitList(on, 0, nullptr, &second)
                            : clEnqueueBarrierWithWaitList(on, 0, nullptr, &second),
              CL_SUCCESS);
    ASSERT_EQ(clFlush(on), CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &first), CL_SUCCESS);
    EXPECT_GE(ended, enqueued - 2);
    ASSERT_EQ(clWaitForEvents(1, &second), CL_SUCCESS);
    EXPECT_EQ(ended, enqueued);
  }
}

/// Runs `work` on a thread with a small stack.
void on_small_stack(const std::function<void()>& work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t(with_thread_sanitizer ? 512 : 128) << 10);
  pthread_t thread = {};
  const auto run = [](void* raw) -> void* {
    (*static_cast<const std::function<void()>*>(raw))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

/// On a stack that a frame for each queue would use up.
TEST_F(Many, QueuesThatWaitForOneAnother) {
  const Owned<cl_event> gate = make_user_event();
  std::vector<Owned<cl_command_queue>> queues;
  std::vector<Owned<cl_event>> events;
  for (int i = 0; i < 3000; ++i) {
    const cl_event before = events.empty() ? gate : events.back();
    queues.push_back(make_queue());
    Owned<cl_event> next;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queues.back(), 1, &before, &next), CL_SUCCESS);
    events.push_back(std::move(next));
  }
  on_small_stack([&] { EXPECT_EQ(clFlush(queues.back()), CL_SUCCESS); });
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  const cl_event last = events.back();
  EXPECT_EQ(clWaitForEvents(1, &last), CL_SUCCESS);
}

/// The first goes when the last one does.
TEST_F(Many, ImagesOfImages) {
  static std::atomic<int> gone = 0;
  const auto seconds_of = [&](int count) {
    const auto begin = clock::now();
    on_small_stack([&] {
      const cl_image_format formats[] = {{CL_RGBA, CL_UNORM_INT8}, {CL_sRGBA, CL_UNORM_INT8}};
      cl_image_desc description = {};
      description.image_type = CL_MEM_OBJECT_IMAGE2D;
      description.image_width = description.image_height = 4;
      Owned<cl_mem> last;
      for (int i = 0; i < count; ++i) {
        description.mem_object = last;
        Owned<cl_mem> next = clCreateImage(context, CL_MEM_READ_WRITE, &formats[i % 2],
                                           &description, nullptr, nullptr);
        ASSERT_TRUE(next);
        const auto note = [](cl_mem, void*) { ++gone; };
        EXPECT_EQ(clSetMemObjectDestructorCallback(next, note, nullptr), CL_SUCCESS);
        last = std::move(next);
        EXPECT_EQ(gone, 0);
      }
      last = nullptr;
      EXPECT_EQ(gone.exchange(0), count);
    });
    return std::chrono::duration<double>(clock::now() - begin).count();
  };
  const double some = std::min(seconds_of(2000), seconds_of(2000));
  EXPECT_LT(std::min(seconds_of(16000), seconds_of(16000)), 24 * some + 1.0);
}

/// However many commands are in line before the one whose event is polled.
TEST_F(Many, PolledEvents) {
  const auto seconds_of_polling = [&](int count, bool in_order) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    const Owned<cl_event> gate = make_user_event();
    const cl_event wait = gate;
    Owned<cl_event> last;
    for (int i = 0; i < count; ++i) {
      Owned<cl_event> next;
      EXPECT_EQ(clEnqueueMarkerWithWaitList(on, 1, &wait, &next), CL_SUCCESS);
      last = std::move(next);
    }
    const auto begin = clock::now();
    for (int i = 0; i < 10000; ++i) {
      EXPECT_EQ(status(last), CL_QUEUED);
    }
    const double time = std::chrono::duration<double>(clock::now() - begin).count();
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    return time;
  };
  for (const bool in_order : {true, false}) {
    const auto best = [&](int count) {
      return std::min({seconds_of_polling(count, in_order), seconds_of_polling(count, in_order),
                       seconds_of_polling(count, in_order)});
    };
    const double some = best(10);
    EXPECT_LT(best(10000), 20 * some) << (in_order ? "in order" : "out of order");
  }
}

/// Each a part with all units of the one before, which goes when the last one does.
TEST_F(Many, PartsOfParts) {
  cl_uint units = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
            CL_SUCCESS);
  if (units < 2) {
    GTEST_SKIP() << "one unit cannot be parted";
  }
  on_small_stack([&] {
    const cl_device_partition_property all[] = {CL_DEVICE_PARTITION_BY_COUNTS,
                                                cl_device_partition_property(units),
                                                CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id last = device;
    for (int i = 0; i < 10000; ++i) {
      cl_device_id part = nullptr;
      ASSERT_EQ(clCreateSubDevices(last, all, 1, &part, nullptr), CL_SUCCESS);
      if (i != 0) {
        ASSERT_EQ(clReleaseDevice(last), CL_SUCCESS);
      }
      last = part;
    }
    EXPECT_EQ(clReleaseDevice(last), CL_SUCCESS);
    EXPECT_EQ(clReleaseDevice(last), CL_INVALID_DEVICE);
  });
}

TEST_F(Many, CallbacksOfOneEvent) {
  static std::atomic<int> called = 0;
  const auto seconds_of = [&](int count) {
    const Owned<cl_event> event = make_user_event();
    const auto note = [](cl_event, cl_int, void*) { ++called; };
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, note, nullptr), CL_SUCCESS);
    }
    const auto begin = clock::now();
    EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(called.exchange(0), count);
    return std::chrono::duration<double>(clock::now() - begin).count();
  };
  const auto best = [&](int count) {
    double time = seconds_of(count);
    for (int i = 0; i < 4; ++i) {
      time = std::min(time, seconds_of(count));
    }
    return time;
  };
  const double some = best(10000);
  EXPECT_LT(best(80000), 24 * some + 0.1);
}

struct Builds {
  std::atomic<int> running = 0, most = 0, ended = 0;
  std::atomic<bool> faults_blocked = false;

  static void CL_CALLBACK note(cl_program, void* raw) {
    auto& builds = *static_cast<Builds*>(raw);
    const int now = ++builds.running;
    int seen = builds.most;
    while (seen < now && !builds.most.compare_exchange_weak(seen, now)) {
    }
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    if (sigismember(&mask, SIGSEGV) || !sigismember(&mask, SIGINT)) {
      builds.faults_blocked = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    --builds.running;
    ++builds.ended;
  }
};

TEST_F(Many, BuildsInTheBackground) {
  Builds builds;
  std::vector<Owned<cl_program>> programs;
  constexpr int count = 64;
  for (int i = 0; i < count; ++i) {
    programs.push_back(load(test_kernels::program()));
    ASSERT_EQ(clBuildProgram(programs.back(), 0, nullptr, "", Builds::note, &builds), CL_SUCCESS);
  }
  while (builds.ended < count) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LE(builds.most, int(std::thread::hardware_concurrency()));
  EXPECT_FALSE(builds.faults_blocked) << "a crash of the compiler could not be contained";
  for (const auto& program : programs) {
    EXPECT_TRUE(kernel_of(program, "nothing"));
  }
}

/// Kernels that are not launched take little memory beside their code.
TEST_F(Many, MemoryOfPrograms) {
  if (with_address_sanitizer || with_thread_sanitizer) {
    GTEST_SKIP() << "the sanitizer's allocator does not tell how much there is";
  }
  std::vector<Owned<cl_program>> programs;
  programs.push_back(build());
  const size_t before = mallinfo2().uordblks;
  constexpr size_t count = 50;
  for (size_t i = 0; i < count; ++i) {
    programs.push_back(build());
  }
  const size_t kernels = test_kernels::program().kernels.size();
  EXPECT_LT((mallinfo2().uordblks - before) / count, kernels * 2048 + (size_t(32) << 10));
}

/// A process may have 65530 mappings.
TEST_F(Many, ProgramsAtOneTime) {
  std::vector<Owned<cl_program>> programs;
  const auto add = [&] { programs.push_back(build()); };
  add();
  const size_t before = mappings();
  constexpr size_t count = 300;
  while (programs.size() < count) {
    add();
  }
  EXPECT_LT(mappings(), before + count / 2);
  for (size_t i = 0; i < count; i += 2) { // holes, which others fill
    programs[i] = nullptr;
  }
  for (size_t i = 0; i < count; i += 4) {
    add();
  }
  const Owned<cl_kernel> kernel = kernel_of(programs.back(), "nothing");
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

} // namespace
