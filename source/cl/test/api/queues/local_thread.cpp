// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_exec_by_local_thread: the thread that enqueues a command runs it, before the call
// returns.
#include "binary_fixture.h"

#include <atomic>
#include <numeric>
#include <thread>

namespace {

constexpr cl_command_queue_properties local = CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

} // namespace

class LocalThread : public ClBinaryTest {
protected:
  void SetUp() override {
    ClBinaryTest::SetUp();
    queue = make_queue(local);
    ASSERT_TRUE(queue);
  }
  /// Enqueues a function that notes the thread on which it runs.
  static cl_int note_thread(cl_command_queue on, std::thread::id& id, cl_uint count = 0,
                            const cl_event* list = nullptr, cl_event* event = nullptr) {
    const auto note = [](void* argument) {
      **static_cast<std::thread::id**>(argument) = std::this_thread::get_id();
    };
    std::thread::id* place = &id;
    return clEnqueueNativeKernel(on, note, &place, sizeof place, 0, nullptr, nullptr, count, list,
                                 event);
  }
  cl_int launch(cl_command_queue on, cl_kernel kernel, size_t global, cl_event* event = nullptr) {
    return clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &global, nullptr, 0, nullptr, event);
  }
};

TEST_F(LocalThread, CommandsAreOverWhenTheyAreEnqueued) {
  for (const auto properties : {local, local | out_of_order, local | CL_QUEUE_PROFILING_ENABLE}) {
    const Owned<cl_command_queue> on = make_queue(properties);
    std::thread::id id;
    Owned<cl_event> event;
    ASSERT_EQ(note_thread(on, id, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(id, std::this_thread::get_id());
    EXPECT_EQ(status(event), CL_COMPLETE);
    cl_command_queue_properties told = 0;
    EXPECT_EQ(clGetCommandQueueInfo(on, CL_QUEUE_PROPERTIES, sizeof told, &told, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(told, properties);
  }
}

/// One thread runs all groups of a launch that is worth more.
TEST_F(LocalThread, KernelsRunOnOneThread) {
  const Owned<cl_kernel> k = kernel("concurrency");
  const Owned<cl_mem> running = make_buffer_of(std::vector<cl_uint>(1, 0)),
                      most = make_buffer_of(std::vector<cl_uint>(1, 0)),
                      workers = make_buffer_of(std::vector<cl_uint>(1, 0));
  set(k, 0, running);
  set(k, 1, most);
  set(k, 2, workers);
  for (int i = 0; i < 10; ++i) {
    Owned<cl_event> event;
    ASSERT_EQ(launch(queue, k, 100000, &event), CL_SUCCESS);
    EXPECT_EQ(status(event), CL_COMPLETE);
  }
  EXPECT_EQ(contents<cl_uint>(most, 1)[0], 1u);
}

TEST_F(LocalThread, TransfersAndMarkers) {
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16, 1));
  std::vector<cl_int> data(16, 7);
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 64, data.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  data.assign(16, 0);
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 64, data.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(data, std::vector<cl_int>(16, 7));
  Owned<cl_event> marker, barrier;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(queue, 0, nullptr, &barrier), CL_SUCCESS);
  EXPECT_EQ(status(marker), CL_COMPLETE);
  EXPECT_EQ(status(barrier), CL_COMPLETE);
  cl_int error = 1;
  auto* mapped = static_cast<cl_int*>(clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0,
                                                         64, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  mapped[3] = 9;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 16)[3], 9);
}

TEST_F(LocalThread, WaitsForItsList) {
  const Owned<cl_command_queue> other = make_queue();
  for (const auto properties : {local, local | out_of_order}) {
    const Owned<cl_command_queue> on = make_queue(properties);
    const Owned<cl_event> user = make_user_event();
    const cl_event first = user;
    Owned<cl_event> between;
    std::thread::id id;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(other, 1, &first, &between), CL_SUCCESS);
    std::thread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      EXPECT_EQ(id, std::thread::id());
      EXPECT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
    });
    const cl_event list[] = {between, user};
    ASSERT_EQ(note_thread(on, id, 2, list), CL_SUCCESS);
    EXPECT_EQ(id, std::this_thread::get_id());
    later.join();
  }
}

TEST_F(LocalThread, AFailedWaitListFailsTheCommand) {
  const Owned<cl_event> user = make_user_event();
  ASSERT_EQ(clSetUserEventStatus(user, -5), CL_SUCCESS);
  const cl_event list = user;
  std::thread::id id;
  Owned<cl_event> event;
  ASSERT_EQ(note_thread(queue, id, 1, &list, &event), CL_SUCCESS);
  EXPECT_EQ(id, std::thread::id());
  EXPECT_EQ(status(event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  const Owned<cl_mem> buffer = make_buffer();
  cl_int data = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &data, 1, &list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

/// Each of several threads runs what it enqueues; an in-order queue lets one at a time.
TEST_F(LocalThread, SeveralThreads) {
  for (const auto properties : {local, local | out_of_order}) {
    const Owned<cl_command_queue> on = make_queue(properties);
    std::atomic<int> inside = 0, most = 0;
    const auto enter = [](void* argument) {
      auto& [in, greatest] =
          **static_cast<std::pair<std::atomic<int>&, std::atomic<int>&>**>(argument);
      const int now = ++in;
      int seen = greatest;
      while (seen < now && !greatest.compare_exchange_weak(seen, now)) {
      }
      std::this_thread::yield();
      --in;
    };
    std::pair<std::atomic<int>&, std::atomic<int>&> counters{inside, most};
    auto* place = &counters;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 200; ++i) {
          std::thread::id id;
          ASSERT_EQ(note_thread(on, id), CL_SUCCESS);
          ASSERT_EQ(id, std::this_thread::get_id());
          ASSERT_EQ(clEnqueueNativeKernel(on, enter, &place, sizeof place, 0, nullptr, nullptr, 0,
                                          nullptr, nullptr),
                    CL_SUCCESS);
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    if (!(properties & out_of_order)) {
      EXPECT_EQ(most, 1);
    }
  }
}

/// What a callback enqueues runs after it.
TEST_F(LocalThread, CallbacksEnqueueMore) {
  struct More {
    cl_command_queue on;
    std::atomic<int> runs = 0;
  } more{queue};
  const Owned<cl_event> user = make_user_event();
  const auto enqueue = [](cl_event, cl_int, void* argument) {
    const auto count = [](void* given) { ++(*static_cast<More**>(given))->runs; };
    auto* self = static_cast<More*>(argument);
    EXPECT_EQ(clEnqueueNativeKernel(self->on, count, &self, sizeof self, 0, nullptr, nullptr, 0,
                                    nullptr, nullptr),
              CL_SUCCESS);
  };
  Owned<cl_event> event;
  const Owned<cl_command_queue> other = make_queue();
  const cl_event list = user;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(other, 1, &list, &event), CL_SUCCESS);
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, enqueue, &more), CL_SUCCESS);
  }
  ASSERT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  while (more.runs < 5) {
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    std::this_thread::yield();
  }
}

TEST_F(LocalThread, Errors) {
  cl_int error = 1;
  const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
                                           CL_QUEUE_ON_DEVICE | out_of_order | local, 0};
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, on_device, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateCommandQueue(context, device, local << 1, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clSetCommandQueueProperty(queue, local, CL_TRUE, nullptr), CL_INVALID_OPERATION);
  const cl_queue_properties listed[] = {CL_QUEUE_PROPERTIES, local, CL_QUEUE_PRIORITY_KHR,
                                        CL_QUEUE_PRIORITY_HIGH_KHR, 0};
  const Owned<cl_command_queue> high(
      clCreateCommandQueueWithProperties(context, device, listed, &error));
  EXPECT_EQ(error, CL_SUCCESS);
  std::thread::id id;
  EXPECT_EQ(note_thread(high, id), CL_SUCCESS);
  EXPECT_EQ(id, std::this_thread::get_id());
  // A thread runs one group at a time, so no two of them can wait for each other.
  const Owned<cl_kernel> nothing = kernel("nothing");
  const size_t one = 1, two = 2;
  size_t count = 0;
  EXPECT_EQ(clGetKernelMaxConcurrentWorkGroupCountINTEL(queue, nothing, 1, nullptr, &one, &count),
            CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  constexpr cl_uint type = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
  EXPECT_EQ(
      clSetKernelExecInfo(nothing, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof type, &type),
      CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, nothing, 1, nullptr, &two, &one, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}
