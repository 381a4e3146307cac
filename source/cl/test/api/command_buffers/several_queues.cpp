// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command buffers for several queues, of one device or of sub-devices
// (cl_khr_command_buffer_multi_device).
#include "command_buffer_fixture.h"
#include "sub_device_fixture.h"

#include <array>
#include <thread>

namespace {

using Queues = std::vector<cl_command_queue>;
using SyncPoints = std::vector<cl_sync_point_khr>;

class SeveralQueues : public CommandBufferTest {
protected:
  void SetUp() override {
    CommandBufferTest::SetUp();
    constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    in_order = make_queue();
    other = make_queue();
    unordered = clCreateCommandQueue(context, device, out_of_order, nullptr);
    a = numbers(0);
    b = numbers(0);
  }

  static cl_int create(const Queues& queues, cl_command_buffer_flags_khr flags, Recorded& made) {
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = 1;
    made =
        khr().clCreateCommandBufferKHR(cl_uint(queues.size()), queues.data(), properties, &error);
    return error;
  }
  static Recorded for_queues(const Queues& queues, cl_command_buffer_flags_khr flags = 0) {
    Recorded made;
    EXPECT_EQ(create(queues, flags, made), CL_SUCCESS);
    return made;
  }
  static cl_sync_point_khr fill_on(cl_command_buffer_khr buffer, cl_command_queue on, cl_mem memory,
                                   cl_uint value, const SyncPoints& waits = {}) {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(khr().clCommandFillBufferKHR(buffer, on, nullptr, memory, &value, sizeof value, 0, 64,
                                           cl_uint(waits.size()),
                                           waits.empty() ? nullptr : waits.data(), &point, nullptr),
              CL_SUCCESS);
    return point;
  }
  static cl_sync_point_khr launch_on(cl_command_buffer_khr buffer, cl_command_queue on,
                                     cl_kernel kernel, const SyncPoints& waits = {},
                                     cl_mutable_command_khr* handle = nullptr) {
    cl_sync_point_khr point = 0;
    constexpr size_t global = 16;
    EXPECT_EQ(khr().clCommandNDRangeKernelKHR(
                  buffer, on, nullptr, kernel, 1, nullptr, &global, nullptr, cl_uint(waits.size()),
                  waits.empty() ? nullptr : waits.data(), &point, handle),
              CL_SUCCESS);
    return point;
  }
  static cl_int enqueue_on(cl_command_buffer_khr buffer, Queues queues, cl_event* event = nullptr,
                           const std::vector<cl_event>& waits = {}) {
    return khr().clEnqueueCommandBufferKHR(
        cl_uint(queues.size()), queues.empty() ? nullptr : queues.data(), buffer,
        cl_uint(waits.size()), waits.empty() ? nullptr : waits.data(), event);
  }
  /// Enqueues and waits; the event's status.
  static cl_int run(cl_command_buffer_khr buffer, const Queues& queues = {}) {
    cl_event event = nullptr;
    EXPECT_EQ(enqueue_on(buffer, queues, &event), CL_SUCCESS);
    const Owned<cl_event> owned = event;
    const cl_int waited = clWaitForEvents(1, &event);
    const cl_int ended = status(owned);
    EXPECT_EQ(waited, ended < 0 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
    return ended;
  }
  /// second = first + 1 and first = second + 1 by turns on the queues, each waiting for the one
  /// before: `length` steps from first = 100.
  void record_chain(cl_command_buffer_khr buffer, const Queues& on, int length,
                    const Owned<cl_mem>& first, const Owned<cl_mem>& second) {
    const Owned<cl_kernel> to_b = adding(second, first, 1), to_a = adding(first, second, 1);
    cl_sync_point_khr last = fill_on(buffer, on[0], first, 100);
    for (int i = 0; i < length; ++i) {
      last = launch_on(buffer, on[size_t(i) % on.size()], i % 2 == 0 ? to_b : to_a, {last});
    }
  }

  void record_chain(cl_command_buffer_khr buffer, const Queues& on, int length) {
    record_chain(buffer, on, length, a, b);
  }

  Owned<cl_command_queue> in_order, other, unordered;
  Owned<cl_mem> a, b;
};

using SeveralDevices = WithSubDevices<SeveralQueues>;

} // namespace

TEST_F(SeveralQueues, CommandsWaitForThoseOfOtherQueues) {
  const std::vector<Queues> sets = {{in_order, other},
                                    {unordered, in_order},
                                    {in_order, unordered, other},
                                    {in_order, in_order},
                                    {unordered, unordered}};
  for (const Queues& queues : sets) {
    const Recorded made = for_queues(queues);
    record_chain(made, queues, 21);
    ASSERT_EQ(finalize(made), CL_SUCCESS);
    for (int round = 0; round < 20; ++round) {
      ASSERT_EQ(run(made), CL_COMPLETE);
      ASSERT_EQ(read(b), all(121));
      ASSERT_EQ(read(a), all(120));
    }
  }
}

/// Commands of an in-order queue run in order without sync points, also around those of other
/// queues.
TEST_F(SeveralQueues, InOrderQueuesKeepTheirOrder) {
  const Recorded made = for_queues({in_order, unordered});
  const Owned<cl_kernel> b_of_a = adding(b, a, 5), a_of_b = adding(a, b, 7);
  const Owned<cl_mem> aside = numbers(0);
  fill_on(made, in_order, a, 1);
  const cl_sync_point_khr before = launch_on(made, in_order, b_of_a);
  const cl_sync_point_khr between = fill_on(made, unordered, aside, 9, {before});
  launch_on(made, in_order, a_of_b, {between});
  launch_on(made, in_order, b_of_a);
  ASSERT_EQ(finalize(made), CL_SUCCESS);
  ASSERT_EQ(run(made), CL_COMPLETE);
  EXPECT_EQ(read(a), all(13));
  EXPECT_EQ(read(b), all(18));
  EXPECT_EQ(read(aside), all(9));
}

/// A barrier is its queue's.
TEST_F(SeveralQueues, Barriers) {
  const Recorded made = for_queues({unordered, other});
  const Owned<cl_kernel> b_of_a = adding(b, a, 5);
  const Owned<cl_mem> aside = numbers(0), more = numbers(0);
  fill_on(made, unordered, more, 2);
  fill_on(made, unordered, a, 3);
  fill_on(made, other, aside, 4);
  cl_sync_point_khr point = 0;
  ASSERT_EQ(
      khr().clCommandBarrierWithWaitListKHR(made, unordered, nullptr, 0, nullptr, &point, nullptr),
      CL_SUCCESS);
  launch_on(made, unordered, b_of_a);
  ASSERT_EQ(finalize(made), CL_SUCCESS);
  for (int round = 0; round < 50; ++round) {
    ASSERT_EQ(run(made), CL_COMPLETE);
    ASSERT_EQ(read(b), all(8));
    ASSERT_EQ(read(aside), all(4));
  }
}

TEST_F(SeveralQueues, SubstituteQueues) {
  const Recorded made = for_queues({in_order, other});
  record_chain(made, {in_order, other}, 4);
  ASSERT_EQ(finalize(made), CL_SUCCESS);
  const std::vector<Queues> substitutes = {
      {other, in_order}, {unordered, unordered}, {other, other}};
  for (const Queues& queues : substitutes) {
    ASSERT_EQ(run(made, queues), CL_COMPLETE);
    ASSERT_EQ(read(a), all(104));
  }
  EXPECT_EQ(enqueue_on(made, {in_order}), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue_on(made, {in_order, other, other}), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue_on(made, {in_order, nullptr}), CL_INVALID_COMMAND_QUEUE);
  const Owned<cl_context> elsewhere = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(elsewhere, device, 0, nullptr);
  EXPECT_EQ(enqueue_on(made, {in_order, foreign}), CL_INVALID_CONTEXT);
}

TEST_F(SeveralQueues, Queries) {
  const Recorded made = for_queues({in_order, unordered, in_order});
  const auto query = [&](auto... args) { return khr().clGetCommandBufferInfoKHR(made, args...); };
  EXPECT_EQ(query_as<cl_uint>(query, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 3u);
  EXPECT_EQ((query_as<std::array<cl_command_queue, 3>>(query, CL_COMMAND_BUFFER_QUEUES_KHR)),
            (std::array<cl_command_queue, 3>{in_order, unordered, in_order}));
  EXPECT_EQ(query_as<cl_context>(query, CL_COMMAND_BUFFER_CONTEXT_KHR), cl_context(context));
  const auto of_device = query_of(device);
  EXPECT_EQ(query_as<cl_uint>(of_device, CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR), 0u);
  EXPECT_TRUE(query_list<cl_device_id>(device, CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR).empty());
  EXPECT_TRUE(query_as<cl_device_command_buffer_capabilities_khr>(
                  of_device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR) &
              CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR);
  const auto of_platform = [&](auto... args) { return clGetPlatformInfo(platform, args...); };
  EXPECT_EQ(query_as<cl_platform_command_buffer_capabilities_khr>(
                of_platform, CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR),
            cl_bitfield(CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR |
                        CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR));
  cl_mutable_command_khr command = nullptr;
  const Owned<cl_kernel> kernel = adding(b, a, 1);
  launch_on(made, unordered, kernel, {}, &command);
  const auto of_command = [&](auto... args) {
    return khr().clGetMutableCommandInfoKHR(command, args...);
  };
  EXPECT_EQ(query_as<cl_command_queue>(of_command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR),
            cl_command_queue(unordered));
}

TEST_F(SeveralQueues, TheEventIsOfNoQueue) {
  const Owned<cl_command_queue> timed =
      clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, nullptr);
  for (const cl_command_queue second : {cl_command_queue(timed), cl_command_queue(other)}) {
    const Recorded made = for_queues({timed, second});
    record_chain(made, {timed, second}, 6);
    ASSERT_EQ(finalize(made), CL_SUCCESS);
    cl_event event = nullptr;
    ASSERT_EQ(enqueue_on(made, {}, &event), CL_SUCCESS);
    const Owned<cl_event> owned = event;
    const auto query = [&](auto... args) { return clGetEventInfo(event, args...); };
    EXPECT_EQ(query_as<cl_command_queue>(query, CL_EVENT_COMMAND_QUEUE), nullptr);
    EXPECT_EQ(query_as<cl_command_type>(query, CL_EVENT_COMMAND_TYPE),
              cl_command_type(CL_COMMAND_COMMAND_BUFFER_KHR));
    ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    cl_ulong last = 1;
    for (const cl_profiling_info name :
         {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
          CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
      cl_ulong time = 0;
      const cl_int result = clGetEventProfilingInfo(event, name, sizeof time, &time, nullptr);
      if (second == other) {
        EXPECT_EQ(result, CL_PROFILING_INFO_NOT_AVAILABLE);
      } else {
        EXPECT_EQ(result, CL_SUCCESS);
        EXPECT_GE(time, last) << name;
        last = time;
      }
    }
  }
}

TEST_F(SeveralQueues, WhatFailsBeforeFailsIt) {
  const Recorded made = for_queues({in_order, unordered});
  record_chain(made, {in_order, unordered}, 5);
  ASSERT_EQ(finalize(made), CL_SUCCESS);
  const Owned<cl_event> gate = make_user_event();
  cl_event event = nullptr;
  ASSERT_EQ(enqueue_on(made, {}, &event, {gate}), CL_SUCCESS);
  const Owned<cl_event> owned = event;
  EXPECT_GT(status(event), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(status(event), 0);
  EXPECT_EQ(read(b), all(0)) << "nothing ran";
  EXPECT_EQ(run(made), CL_COMPLETE) << "the next time it does";
}

/// A part that faults fails the whole, and what waits for the part.
TEST_F(SeveralQueues, APartThatFaults) {
  const Recorded made = for_queues({in_order, other});
  const Owned<cl_kernel> bad = kernel("fails");
  fill_on(made, in_order, a, 3);
  const cl_sync_point_khr point = launch_on(made, other, bad);
  fill_on(made, in_order, b, 4, {point});
  ASSERT_EQ(finalize(made), CL_SUCCESS);
  EXPECT_LT(run(made), 0);
  EXPECT_EQ(read(a), all(3));
  EXPECT_EQ(read(b), all(0));
}

TEST_F(SeveralQueues, Errors) {
  Recorded made;
  EXPECT_EQ(create({in_order, nullptr}, 0, made), CL_INVALID_COMMAND_QUEUE);
  const Owned<cl_context> elsewhere = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(elsewhere, device, 0, nullptr);
  EXPECT_EQ(create({in_order, foreign}, 0, made), CL_INVALID_CONTEXT);
  EXPECT_EQ(create({in_order, other}, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, made), CL_SUCCESS)
      << "one device";
  const cl_uint value = 0;
  const auto record = [&](cl_command_queue on) {
    return khr().clCommandFillBufferKHR(made, on, nullptr, a, &value, sizeof value, 0, 64, 0,
                                        nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(record(nullptr), CL_INVALID_COMMAND_QUEUE) << "which of the two?";
  EXPECT_EQ(record(unordered), CL_INVALID_COMMAND_QUEUE) << "none of the two";
  EXPECT_EQ(record(other), CL_SUCCESS);
}

TEST_F(SeveralQueues, LaunchesCanBeUpdated) {
  const Recorded made = for_queues({in_order, other}, CL_COMMAND_BUFFER_MUTABLE_KHR);
  const Owned<cl_kernel> to_b = adding(b, a, 1), to_a = adding(a, b, 10);
  cl_mutable_command_khr first = nullptr, second = nullptr;
  const cl_sync_point_khr filled = fill_on(made, other, a, 100);
  const cl_sync_point_khr point = launch_on(made, in_order, to_b, {filled}, &first);
  launch_on(made, other, to_a, {point}, &second);
  ASSERT_EQ(finalize(made), CL_SUCCESS);
  ASSERT_EQ(run(made), CL_COMPLETE);
  EXPECT_EQ(read(a), all(111));
  ASSERT_EQ(update(made, second, 2, cl_int(20)), CL_SUCCESS);
  ASSERT_EQ(run(made), CL_COMPLETE);
  EXPECT_EQ(read(a), all(121));
  ASSERT_EQ(update(made, first, 2, cl_int(2)), CL_SUCCESS);
  ASSERT_EQ(run(made), CL_COMPLETE);
  EXPECT_EQ(read(a), all(122));
}

/// In-order queues that threads enqueue to in another order: nobody waits in a circle.
TEST_F(SeveralQueues, ManyThreads) {
  struct Own {
    Owned<cl_mem> first, second;
    Recorded recorded;
  };
  std::vector<Own> of_thread(4);
  for (size_t i = 0; i < of_thread.size(); ++i) {
    Own& own = of_thread[i];
    own.first = numbers(0);
    own.second = numbers(0);
    const Queues queues = i % 2 ? Queues{in_order, other} : Queues{other, in_order};
    own.recorded = for_queues(queues);
    record_chain(own.recorded, queues, 6, own.first, own.second);
    ASSERT_EQ(finalize(own.recorded), CL_SUCCESS);
  }
  std::vector<std::thread> threads;
  for (const Own& own : of_thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        EXPECT_EQ(run(own.recorded), CL_COMPLETE);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const Own& own : of_thread) {
    EXPECT_EQ(read(own.first), all(106));
    EXPECT_EQ(read(own.second), all(105));
  }
}

TEST_F(SeveralQueues, CopiesForOtherQueues) {
  const Recorded made = for_queues({in_order, unordered}, CL_COMMAND_BUFFER_MUTABLE_KHR);
  const Owned<cl_kernel> to_b = adding(b, a, 1), to_a = adding(a, b, 10);
  cl_mutable_command_khr first = nullptr, second = nullptr;
  fill_on(made, in_order, a, 100); // and what follows waits for it
  const cl_sync_point_khr point = launch_on(made, in_order, to_b, {}, &first);
  launch_on(made, unordered, to_a, {point}, &second);
  const auto remap = [&](const Queues& queues, std::vector<cl_mutable_command_khr>& handles) {
    cl_int error = 1;
    Recorded copy = khr().clRemapCommandBufferKHR(
        made, CL_FALSE, cl_uint(queues.size()), queues.data(), cl_uint(handles.size()),
        handles.empty() ? nullptr : handles.data(), handles.empty() ? nullptr : handles.data(),
        &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return copy;
  };
  std::vector<cl_mutable_command_khr> none, handles = {second, first};
  const Recorded early = remap({unordered, other}, none);
  EXPECT_EQ(state(early), cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
  launch_on(early, unordered, to_b); // waits for nothing: the copy's queue has no order
  ASSERT_EQ(finalize(early), CL_SUCCESS);
  ASSERT_EQ(finalize(made), CL_SUCCESS);
  ASSERT_EQ(update(made, first, 2, cl_int(3)), CL_SUCCESS);

  const Recorded late = remap({unordered, other}, handles);
  EXPECT_EQ(state(late), cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  for (int round = 0; round < 20; ++round) { // the order is kept
    ASSERT_EQ(run(late), CL_COMPLETE);
    ASSERT_EQ(read(a), all(113));
  }
  ASSERT_NE(handles[0], second);
  ASSERT_EQ(update(late, handles[0], 2, cl_int(20)), CL_SUCCESS);
  EXPECT_EQ(update(made, handles[1], 2, cl_int(20)), CL_INVALID_MUTABLE_COMMAND_KHR);
  ASSERT_EQ(run(late), CL_COMPLETE);
  EXPECT_EQ(read(a), all(123));
  ASSERT_EQ(run(made), CL_COMPLETE);
  EXPECT_EQ(read(a), all(113)) << "the original is as it was";
  ASSERT_EQ(run(early), CL_COMPLETE);
}

TEST_F(SeveralQueues, CopyErrors) {
  const Recorded made = for_queues({in_order, other}), stranger = for_queues({in_order, other});
  cl_mutable_command_khr own = nullptr, others = nullptr, copied = nullptr;
  const Owned<cl_kernel> kernel = adding(b, a, 1);
  launch_on(made, other, kernel, {}, &own);
  launch_on(stranger, other, kernel, {}, &others);
  const auto remap = [&](cl_command_buffer_khr from, cl_bool automatic, const Queues& queues,
                         cl_uint count = 0, const cl_mutable_command_khr* handles = nullptr,
                         cl_mutable_command_khr* handles_ret = nullptr) {
    cl_int error = 1;
    const Recorded copy = khr().clRemapCommandBufferKHR(from, automatic, cl_uint(queues.size()),
                                                        queues.empty() ? nullptr : queues.data(),
                                                        count, handles, handles_ret, &error);
    EXPECT_EQ(bool(copy), error == CL_SUCCESS);
    return error;
  };
  const Owned<cl_context> elsewhere = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(elsewhere, device, 0, nullptr);
  EXPECT_EQ(remap(nullptr, CL_FALSE, {other, other}), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(remap(made, CL_FALSE, {}), CL_INVALID_VALUE);
  EXPECT_EQ(remap(made, CL_FALSE, {other}), CL_INVALID_VALUE);
  EXPECT_EQ(remap(made, CL_TRUE, {other, other}), CL_INVALID_OPERATION);
  EXPECT_EQ(remap(made, CL_FALSE, {other, nullptr}), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(remap(made, CL_FALSE, {other, foreign}), CL_INVALID_CONTEXT);
  EXPECT_EQ(remap(made, CL_FALSE, {foreign, foreign}), CL_INVALID_CONTEXT);
  EXPECT_EQ(remap(made, CL_FALSE, {other, other}, 1), CL_INVALID_VALUE);
  EXPECT_EQ(remap(made, CL_FALSE, {other, other}, 1, &own), CL_INVALID_VALUE);
  EXPECT_EQ(remap(made, CL_FALSE, {other, other}, 0, &own, &copied), CL_INVALID_VALUE);
  EXPECT_EQ(remap(made, CL_FALSE, {other, other}, 1, &others, &copied), CL_INVALID_VALUE);
  EXPECT_EQ(copied, nullptr);
  EXPECT_EQ(remap(made, CL_FALSE, {other, other}, 1, &own, &copied), CL_SUCCESS);
}

TEST_F(SeveralDevices, CommandsOfSubDevices) {
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id all_devices[] = {device, parts[0], parts[1]};
  cl_int error = 1;
  const Owned<cl_context> wide = clCreateContext(nullptr, 3, all_devices, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Owned<cl_command_queue> whole = clCreateCommandQueue(wide, device, 0, nullptr),
                                first = clCreateCommandQueue(wide, parts[0], 0, nullptr),
                                second = clCreateCommandQueue(wide, parts[1], 0, nullptr);
  const Owned<cl_mem> memory = clCreateBuffer(wide, 0, 64, nullptr, nullptr),
                      copy = clCreateBuffer(wide, 0, 64, nullptr, nullptr);
  Recorded made;
  EXPECT_EQ(create({first, second}, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, made),
            CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
  ASSERT_EQ(create({first, second, whole}, 0, made), CL_SUCCESS);
  cl_sync_point_khr point = fill_on(made, first, memory, 5);
  ASSERT_EQ(khr().clCommandCopyBufferKHR(made, second, nullptr, memory, copy, 0, 0, 64, 1, &point,
                                         &point, nullptr),
            CL_SUCCESS);
  fill_on(made, whole, memory, 6, {point});
  ASSERT_EQ(finalize(made), CL_SUCCESS);
  EXPECT_EQ(enqueue_on(made, {second, first, whole}), CL_INVALID_DEVICE);
  ASSERT_EQ(run(made), CL_COMPLETE);
  std::vector<cl_uint> values(16);
  for (const auto& [from, expected] : {std::pair(cl_mem(memory), 6u), {cl_mem(copy), 5u}}) {
    ASSERT_EQ(clEnqueueReadBuffer(whole, from, CL_TRUE, 0, 64, values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(values, std::vector<cl_uint>(16, expected));
  }
}
