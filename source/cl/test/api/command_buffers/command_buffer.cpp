// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_command_buffer: what is recorded runs, in its order, as often as it is enqueued.
#include "command_buffer_fixture.h"
#include "query.h"

#include <cstring>

namespace {

using CommandBuffer = CommandBufferTest;

} // namespace

TEST_F(CommandBuffer, ChainsRunInOrderAsOftenAsEnqueued) {
  const Owned<cl_mem> a = numbers(0), b = numbers(0);
  const Owned<cl_kernel> there = adding(b, a, 1), back = adding(a, b, 10);
  const Recorded recorded = make(queue);
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(launch(recorded, there), CL_SUCCESS);
    ASSERT_EQ(launch(recorded, back), CL_SUCCESS);
  }
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  }
  EXPECT_EQ(read(a), all(20 * 5 * 11));
}

TEST_F(CommandBuffer, ArgumentsAreThoseOfTheTimeOfRecording) {
  const Owned<cl_mem> a = numbers(5), b = numbers(0);
  const Owned<cl_kernel> kernel = adding(b, a, 1);
  const Recorded recorded = make(queue);
  ASSERT_EQ(launch(recorded, kernel), CL_SUCCESS);
  set(kernel, 2, cl_int(100));
  set(kernel, 0, a);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  EXPECT_EQ(read(b), all(6));
  EXPECT_EQ(read(a), all(5));
}

TEST_F(CommandBuffer, AnEmptyOneEnds) {
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    const Recorded recorded = make(on);
    ASSERT_EQ(finalize(recorded), CL_SUCCESS);
    Owned<cl_event> event;
    ASSERT_EQ(enqueue(recorded, {}, &event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    EXPECT_EQ(status(event), CL_COMPLETE);
  }
}

TEST_F(CommandBuffer, SyncPointsOrderCommandsOfOutOfOrderQueues) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  const Owned<cl_mem> a = numbers(1), b = numbers(2), c = numbers(3);
  const Recorded recorded = make(on);
  cl_sync_point_khr filled = 0, copied = 0;
  ASSERT_EQ(fill(recorded, a, 7, {}, &filled), CL_SUCCESS);
  EXPECT_NE(filled, 0u) << "which is none";
  ASSERT_EQ(copy(recorded, a, b, {filled}, &copied), CL_SUCCESS);
  EXPECT_NE(filled, copied);
  ASSERT_EQ(copy(recorded, b, c, {filled, copied}), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(read(c), all(7));
}

TEST_F(CommandBuffer, BarriersOrderAllBeforeAndAllAfter) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  const Owned<cl_mem> a = numbers(0), b = numbers(0), c = numbers(0);
  const Recorded recorded = make(on);
  for (cl_uint i = 1; i <= 50; ++i) {
    ASSERT_EQ(fill(recorded, a, i), CL_SUCCESS);
    ASSERT_EQ(barrier(recorded), CL_SUCCESS);
    ASSERT_EQ(copy(recorded, a, b), CL_SUCCESS);
    ASSERT_EQ(barrier(recorded), CL_SUCCESS);
    ASSERT_EQ(launch(recorded, adding(c, b, cl_int(i))), CL_SUCCESS);
  }
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(read(c), all(100));
}

TEST_F(CommandBuffer, EveryKindOfCommand) {
  const cl_image_format format = {CL_R, CL_SIGNED_INT32};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  const Owned<cl_mem> picture = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
  const Owned<cl_mem> other = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
  ASSERT_TRUE(picture && other);
  auto* shared = static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 128, 0));
  ASSERT_TRUE(shared);
  const Owned<cl_mem> from = make_buffer(), to = make_buffer();
  const size_t origin[3] = {}, whole[3] = {4, 4, 1}, bytes[3] = {16, 4, 1};
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    const Recorded recorded = make(on);
    const auto step = [&](cl_int result) {
      EXPECT_EQ(result, CL_SUCCESS);
      EXPECT_EQ(barrier(recorded), CL_SUCCESS);
    };
    {
      cl_int pattern[4] = {}; // copied when it is recorded
      const cl_int colour[4] = {42, 0, 0, 0};
      step(khr().clCommandFillImageKHR(recorded, nullptr, nullptr, picture, colour, origin, whole,
                                       0, nullptr, nullptr, nullptr));
      step(khr().clCommandCopyImageKHR(recorded, nullptr, nullptr, picture, other, origin, origin,
                                       whole, 0, nullptr, nullptr, nullptr));
      step(khr().clCommandCopyImageToBufferKHR(recorded, nullptr, nullptr, other, from, origin,
                                               whole, 0, 0, nullptr, nullptr, nullptr));
      step(khr().clCommandCopyBufferRectKHR(recorded, nullptr, nullptr, from, to, origin, origin,
                                            bytes, 0, 0, 0, 0, 0, nullptr, nullptr, nullptr));
      step(khr().clCommandCopyBufferToImageKHR(recorded, nullptr, nullptr, to, picture, 0, origin,
                                               whole, 0, nullptr, nullptr, nullptr));
      step(khr().clCommandCopyImageToBufferKHR(recorded, nullptr, nullptr, picture, to, origin,
                                               whole, 0, 0, nullptr, nullptr, nullptr));
      pattern[0] = pattern[1] = pattern[2] = pattern[3] = 9;
      step(khr().clCommandSVMMemFillKHR(recorded, nullptr, nullptr, shared, pattern, 16, 64, 0,
                                        nullptr, nullptr, nullptr));
      step(khr().clCommandSVMMemcpyKHR(recorded, nullptr, nullptr, shared + 16, shared, 64, 0,
                                       nullptr, nullptr, nullptr));
      std::memset(pattern, 0, sizeof pattern);
    }
    std::memset(shared, 0, 128);
    ASSERT_EQ(finalize(recorded), CL_SUCCESS);
    ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
    ASSERT_EQ(clFinish(on), CL_SUCCESS);
    EXPECT_EQ(read(to), all(42));
    EXPECT_EQ(std::vector<cl_int>(shared, shared + 32), std::vector<cl_int>(32, 9));
  }
  clSVMFree(context, shared);
}

TEST_F(CommandBuffer, SimultaneousUse) {
  const Owned<cl_command_queue> queues[] = {make_queue(), out_of_order_queue()};
  const Owned<cl_mem> go = make_buffer_of(std::vector<cl_uint>(1, 0)),
                      started = make_buffer_of(std::vector<cl_uint>(1, 0));
  const Owned<cl_event> gate = make_user_event();
  const Owned<cl_mem> a = numbers(3), b = numbers(0);
  const Recorded recorded = make(queues[1], CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  ASSERT_EQ(launch(recorded, adding(b, a, 4)), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  std::vector<Owned<cl_event>> events(40);
  for (size_t i = 0; i < events.size(); ++i) {
    ASSERT_EQ(enqueue(recorded, {gate}, &events[i], queues[i % 2]), CL_SUCCESS);
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  for (const auto& event : events) {
    const cl_event one = event;
    EXPECT_EQ(clWaitForEvents(1, &one), CL_SUCCESS);
  }
  EXPECT_EQ(read(b), all(7));
}

TEST_F(CommandBuffer, WaitsForEventsAndIsWaitedFor) {
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    const Owned<cl_mem> a = numbers(0), b = numbers(0);
    const Owned<cl_event> gate = make_user_event();
    const Recorded recorded = make(on);
    ASSERT_EQ(copy(recorded, a, b), CL_SUCCESS);
    ASSERT_EQ(finalize(recorded), CL_SUCCESS);
    const cl_int five = 5;
    Owned<cl_event> filled, ran;
    ASSERT_EQ(clEnqueueFillBuffer(on, a, &five, 4, 0, 64, 1, &static_cast<const cl_event&>(gate),
                                  &filled),
              CL_SUCCESS);
    ASSERT_EQ(enqueue(recorded, {filled}, &ran), CL_SUCCESS);
    EXPECT_GT(status(ran), CL_COMPLETE);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &ran), CL_SUCCESS);
    EXPECT_EQ(read(b), all(5));
  }
}

TEST_F(CommandBuffer, AFailedWaitFailsIt) {
  const Owned<cl_event> gate = make_user_event();
  const Owned<cl_mem> a = numbers(1);
  const Recorded recorded = make(queue);
  ASSERT_EQ(fill(recorded, a, 2), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  Owned<cl_event> ran, again;
  ASSERT_EQ(enqueue(recorded, {gate}, &ran), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &ran), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(read(a), all(1));
  ASSERT_EQ(enqueue(recorded, {}, &again), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &again), CL_SUCCESS);
  EXPECT_EQ(read(a), all(2));
}

TEST_F(CommandBuffer, EventAndProfiling) {
  const Owned<cl_command_queue> on = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Owned<cl_mem> a = numbers(1);
  const Recorded recorded = make(queue); // and not `on`
  ASSERT_EQ(fill(recorded, a, 2), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  Owned<cl_event> event;
  ASSERT_EQ(enqueue(recorded, {}, &event, on), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  const auto query = [&](auto... args) { return clGetEventInfo(event, args...); };
  EXPECT_EQ(query_as<cl_command_type>(query, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_COMMAND_BUFFER_KHR));
  EXPECT_EQ(query_as<cl_command_queue>(query, CL_EVENT_COMMAND_QUEUE), cl_command_queue(on));
  const auto profile = [&](auto... args) { return clGetEventProfilingInfo(event, args...); };
  const auto queued = query_as<cl_ulong>(profile, CL_PROFILING_COMMAND_QUEUED),
             submitted = query_as<cl_ulong>(profile, CL_PROFILING_COMMAND_SUBMIT),
             start = query_as<cl_ulong>(profile, CL_PROFILING_COMMAND_START),
             end = query_as<cl_ulong>(profile, CL_PROFILING_COMMAND_END);
  EXPECT_NE(queued, 0u);
  EXPECT_LE(queued, submitted);
  EXPECT_LE(submitted, start);
  EXPECT_LE(start, end);
}

TEST_F(CommandBuffer, PrintsEachTime) {
  const Owned<cl_kernel> printing = kernel("print_groups");
  const Recorded recorded = make(queue);
  constexpr size_t one = 1;
  ASSERT_EQ(khr().clCommandNDRangeKernelKHR(recorded, nullptr, nullptr, printing, 1, nullptr, &one,
                                            &one, 0, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  testing::internal::CaptureStdout();
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "0\n0\n0\n0\n0\n0\n");
}

TEST_F(CommandBuffer, WhatItUsesStays) {
  Owned<cl_command_queue> on = make_queue();
  const Owned<cl_mem> result = numbers(0);
  const Recorded recorded = make(on);
  {
    const Owned<cl_mem> a = numbers(20), b = numbers(0);
    const Owned<cl_kernel> kernel = adding(b, a, 2);
    ASSERT_EQ(launch(recorded, kernel), CL_SUCCESS);
    ASSERT_EQ(copy(recorded, b, result), CL_SUCCESS);
  }
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  ASSERT_EQ(release(on.take()), CL_SUCCESS);
  Owned<cl_event> event;
  ASSERT_EQ(enqueue(recorded, {}, &event), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  EXPECT_EQ(read(result), all(22));
}

TEST_F(CommandBuffer, ReleasedWhilePending) {
  const Owned<cl_event> gate = make_user_event();
  const Owned<cl_mem> a = numbers(0);
  Recorded recorded = make(queue);
  ASSERT_EQ(fill(recorded, a, 3), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  Owned<cl_event> event;
  ASSERT_EQ(enqueue(recorded, {gate}, &event), CL_SUCCESS);
  const cl_command_buffer_khr handle = recorded.take();
  ASSERT_EQ(release(handle), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  EXPECT_EQ(read(a), all(3));
  EXPECT_EQ(enqueue(handle), CL_INVALID_COMMAND_BUFFER_KHR);
}

TEST_F(CommandBuffer, ReleasesWhatItUsedWhenItGoes) {
  static int destroyed = 0;
  destroyed = 0;
  Recorded recorded = make(queue);
  {
    const Owned<cl_mem> a = numbers(0);
    ASSERT_EQ(clSetMemObjectDestructorCallback(
                  a, [](cl_mem, void*) { ++destroyed; }, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(fill(recorded, a, 3), CL_SUCCESS);
  }
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  EXPECT_EQ(destroyed, 0);
  Owned<cl_event> event;
  ASSERT_EQ(enqueue(recorded, {}, &event), CL_SUCCESS);
  ASSERT_EQ(release(recorded.take()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  EXPECT_EQ(destroyed, 1);
}

TEST_F(CommandBuffer, AFaultFailsItsEventOnly) {
  const Owned<cl_mem> a = numbers(0);
  const Recorded good = make(queue), bad = make(queue);
  const Owned<cl_kernel> faults = kernel("fails"); // for want of scratch memory
  ASSERT_EQ(fill(good, a, 3), CL_SUCCESS);
  ASSERT_EQ(launch(bad, faults), CL_SUCCESS);
  ASSERT_EQ(finalize(good), CL_SUCCESS);
  ASSERT_EQ(finalize(bad), CL_SUCCESS);
  Owned<cl_event> events[4];
  ASSERT_EQ(enqueue(good, {}, &events[0]), CL_SUCCESS);
  ASSERT_EQ(enqueue(bad, {}, &events[1]), CL_SUCCESS);
  ASSERT_EQ(enqueue(good, {}, &events[2]), CL_SUCCESS);
  ASSERT_EQ(enqueue(bad, {}, &events[3]), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(status(events[0]), CL_COMPLETE);
  EXPECT_LT(status(events[1]), 0);
  EXPECT_EQ(status(events[2]), CL_COMPLETE);
  EXPECT_LT(status(events[3]), 0);
}

TEST_F(CommandBuffer, Queries) {
  const Recorded recorded = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  const auto query = [&](auto... args) {
    return khr().clGetCommandBufferInfoKHR(recorded, args...);
  };
  EXPECT_EQ(query_as<cl_uint>(query, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 1u);
  EXPECT_EQ(query_as<cl_command_queue>(query, CL_COMMAND_BUFFER_QUEUES_KHR),
            cl_command_queue(queue));
  EXPECT_EQ(query_as<cl_context>(query, CL_COMMAND_BUFFER_CONTEXT_KHR), cl_context(context));
  EXPECT_EQ(query_as<cl_uint>(query, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 1u);
  EXPECT_EQ(khr().clRetainCommandBufferKHR(recorded), CL_SUCCESS);
  EXPECT_EQ(query_as<cl_uint>(query, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 2u);
  EXPECT_EQ(release(recorded), CL_SUCCESS);
  cl_command_buffer_properties_khr list[3] = {};
  size_t size = 0;
  EXPECT_EQ(query(CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, sizeof list, list, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof list);
  EXPECT_EQ(list[1], cl_command_buffer_properties_khr(CL_COMMAND_BUFFER_MUTABLE_KHR));
  EXPECT_EQ(state(recorded), cl_uint(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
  EXPECT_EQ(finalize(recorded), CL_SUCCESS);
  EXPECT_EQ(state(recorded), cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  cl_uint value = 0;
  EXPECT_EQ(query(CL_COMMAND_BUFFER_STATE_KHR, size_t(3), &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(query(0, sizeof value, &value, nullptr), CL_INVALID_VALUE);
}

TEST_F(CommandBuffer, DeviceQueries) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  EXPECT_EQ(query_as<cl_device_command_buffer_capabilities_khr>(
                query, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR),
            cl_bitfield(CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                        CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
                        CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
                        CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR));
  EXPECT_EQ(query_as<cl_command_queue_properties>(
                query, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR),
            0u);
  EXPECT_EQ(query_as<cl_command_queue_properties>(
                query, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR),
            cl_bitfield(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE));
  EXPECT_EQ(
      query_as<cl_mutable_dispatch_fields_khr>(query, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR),
      31u);
}
