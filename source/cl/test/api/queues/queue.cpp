// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "query.h"

class Queue : public ClTest {};

TEST_F(Queue, Create) {
  cl_int error = 1;
  EXPECT_FALSE(clCreateCommandQueue(context, nullptr, 0, &error));
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_FALSE(clCreateCommandQueue(context, device, 1 << 10, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  make_queue(CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

TEST_F(Queue, Info) {
  const Owned<cl_command_queue> made = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const auto query = [&](auto... args) { return clGetCommandQueueInfo(made, args...); };
  EXPECT_EQ(query_as<cl_context>(query, CL_QUEUE_CONTEXT), cl_context(context));
  EXPECT_EQ(query_as<cl_device_id>(query, CL_QUEUE_DEVICE), device);
  EXPECT_EQ(query_as<cl_uint>(query, CL_QUEUE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(query_as<cl_command_queue_properties>(query, CL_QUEUE_PROPERTIES),
            cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE));
  check_unknown_name(query);
  EXPECT_EQ(clRetainCommandQueue(made), CL_SUCCESS);
  EXPECT_EQ(query_as<cl_uint>(query, CL_QUEUE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseCommandQueue(made), CL_SUCCESS);
  EXPECT_EQ(clSetCommandQueueProperty(made, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clSetCommandQueueProperty(made, 1 << 10, CL_FALSE, nullptr), CL_INVALID_VALUE);
}

TEST_F(Queue, CreateFromAList) { // also by the function of cl_khr_create_command_queue
  const auto function = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR"));
  ASSERT_TRUE(function);
  struct Case {
    std::vector<cl_queue_properties_khr> list;
    cl_int expected;
    cl_command_queue_properties properties = 0;
  };
  constexpr cl_queue_properties_khr on_device = 1 << 2; // of OpenCL 2.0, as is the next
  constexpr cl_queue_properties_khr queue_size = 0x1094;
  constexpr cl_queue_properties_khr both =
      CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  for (const Case& c : {Case{{}, CL_SUCCESS, 0}, // a null list
                        {{0}, CL_SUCCESS, 0},
                        {{CL_QUEUE_PROPERTIES, 0, 0}, CL_SUCCESS, 0},
                        {{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0},
                         CL_SUCCESS,
                         CL_QUEUE_PROFILING_ENABLE},
                        {{CL_QUEUE_PROPERTIES, both, 0}, CL_SUCCESS, both},
                        {{CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0}, CL_INVALID_VALUE},
                        {{CL_QUEUE_PROPERTIES, 1 << 10, 0}, CL_INVALID_VALUE},
                        {{0xBAD, 0, 0}, CL_INVALID_VALUE},
                        {{CL_QUEUE_PROPERTIES, both | on_device, 0}, CL_SUCCESS, both | on_device},
                        {{CL_QUEUE_PROPERTIES, on_device, 0}, CL_INVALID_VALUE},
                        {{queue_size, 1024, 0}, CL_INVALID_VALUE}}) {
    cl_int error = 1;
    const Owned<cl_command_queue> made =
        function(context, device, c.list.empty() ? nullptr : c.list.data(), &error);
    EXPECT_EQ(error, c.expected);
    ASSERT_EQ(bool(cl_command_queue(made)), c.expected == CL_SUCCESS);
    if (made) {
      const auto query = [&](auto... args) { return clGetCommandQueueInfo(made, args...); };
      EXPECT_EQ(query_as<cl_command_queue_properties>(query, CL_QUEUE_PROPERTIES), c.properties);
      EXPECT_EQ(clFinish(made), c.properties & on_device ? CL_INVALID_COMMAND_QUEUE : CL_SUCCESS);
    }
  }
  cl_int error = 1;
  const cl_queue_properties_khr unknown[] = {0xBAD, 0, 0};
  EXPECT_FALSE(function(nullptr, device, unknown, &error));
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_FALSE(function(context, nullptr, unknown, &error));
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_FALSE(function(context, device, unknown, nullptr));
}

TEST_F(Queue, EmptyFlushAndFinish) {
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  const Owned<cl_command_queue> other = out_of_order_queue();
  EXPECT_EQ(clFlush(other), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
}

TEST_F(Queue, ReleaseFlushes) {
  Owned<cl_command_queue> made = make_queue();
  const Owned<cl_mem> buffer = make_buffer(4);
  const cl_uint seven = 7;
  Owned<cl_event> event;
  ASSERT_EQ(clEnqueueFillBuffer(made, buffer, &seven, 4, 0, 4, 0, nullptr, &event), CL_SUCCESS);
  EXPECT_EQ(clReleaseCommandQueue(made.take()), CL_SUCCESS);
  const cl_event wait = event;
  EXPECT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], 7u);
}

TEST_F(Queue, FinishWaitsForMany) {
  for (const cl_command_queue_properties properties :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}) {
    const Owned<cl_command_queue> made = make_queue(properties);
    const Owned<cl_mem> buffer = make_buffer(10000 * 4);
    for (cl_uint i = 0; i < 10000; ++i) {
      ASSERT_EQ(clEnqueueFillBuffer(made, buffer, &i, 4, i * 4, 4, 0, nullptr, nullptr),
                CL_SUCCESS);
    }
    ASSERT_EQ(clFinish(made), CL_SUCCESS);
    const auto values = contents<cl_uint>(buffer, 10000);
    for (cl_uint i = 0; i < 10000; ++i) {
      ASSERT_EQ(values[i], i);
    }
  }
}

// Each step reads what the one before has left, on the device or in the host's memory, and is
// flushed, so that steps may be on the device before others have ended.
TEST_F(Queue, FlushedStepsFollowOneAnother) {
  constexpr size_t steps = 400, word = sizeof(cl_uint);
  for (const size_t between_flushes : {size_t(1), size_t(3), size_t(50)}) {
    const Owned<cl_command_queue> made = make_queue();
    std::vector<cl_uint> first(steps + 1, 0), left(steps, 0);
    first[0] = 77;
    const Owned<cl_mem> buffer = make_buffer_of(first);
    const auto flush = [&](size_t step) {
      if (step % between_flushes == 0) {
        ASSERT_EQ(clFlush(made), CL_SUCCESS);
      }
    };
    for (size_t i = 0; i < steps; ++i) {
      const cl_uint nothing = 0;
      const size_t place = (i + 1) * word;
      ASSERT_EQ(
          clEnqueueCopyBuffer(made, buffer, buffer, i * word, place, word, 0, nullptr, nullptr),
          CL_SUCCESS);
      flush(i);
      if (i % 7 != 3) {
        continue;
      }
      // Out to the host and in again.
      ASSERT_EQ(
          clEnqueueReadBuffer(made, buffer, CL_FALSE, place, word, &left[i], 0, nullptr, nullptr),
          CL_SUCCESS);
      ASSERT_EQ(clEnqueueFillBuffer(made, buffer, &nothing, word, place, word, 0, nullptr, nullptr),
                CL_SUCCESS);
      flush(i);
      ASSERT_EQ(
          clEnqueueWriteBuffer(made, buffer, CL_FALSE, place, word, &left[i], 0, nullptr, nullptr),
          CL_SUCCESS);
    }
    ASSERT_EQ(clFinish(made), CL_SUCCESS);
    EXPECT_EQ(contents<cl_uint>(buffer, steps + 1), std::vector<cl_uint>(steps + 1, 77));
  }
}
