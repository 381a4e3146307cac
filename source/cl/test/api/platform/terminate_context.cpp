// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_terminate_context: every call about a terminated context. How kernels are stopped is in
// test/kernel/failures/terminate_context.cpp.
#include "command_buffer_fixture.h"
#include "query.h"

#include <array>
#include <thread>

class TerminateContextCalls : public ClTest {
protected:
  void SetUp() override {
    ClTest::SetUp();
    ASSERT_EQ(create({CL_CONTEXT_TERMINATE_KHR, CL_TRUE}), CL_SUCCESS);
  }
  cl_int create(std::vector<cl_context_properties> properties) {
    properties.push_back(0);
    cl_int error = 1;
    context = Owned<cl_context>(clCreateContext(
        properties.data(), 1, &device,
        [](const char* message, const void*, size_t, void* text) {
          *static_cast<std::string*>(text) += message;
        },
        &told, &error));
    if (context) {
      queue = make_queue();
    }
    return error;
  }

  std::string told;
};

TEST_F(TerminateContextCalls, isReported) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  const std::string extensions = " " + query_text(query, CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(extensions.find(" cl_khr_terminate_context "), std::string::npos);
  EXPECT_EQ(query_as<cl_device_terminate_capability_khr>(query, CL_DEVICE_TERMINATE_CAPABILITY_KHR),
            cl_device_terminate_capability_khr(CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR));
  EXPECT_EQ(query_as<cl_device_terminate_capability_khr>(query, 0x200F), // in headers of OpenCL 1.2
            cl_device_terminate_capability_khr(CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR));
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR"),
            reinterpret_cast<void*>(&clTerminateContextKHR));
}

TEST_F(TerminateContextCalls, PropertyErrors) {
  EXPECT_EQ(create({CL_CONTEXT_TERMINATE_KHR, 2}), CL_INVALID_PROPERTY);
  EXPECT_EQ(create({CL_CONTEXT_TERMINATE_KHR, CL_TRUE, CL_CONTEXT_TERMINATE_KHR, CL_TRUE}),
            CL_INVALID_PROPERTY);
}

TEST_F(TerminateContextCalls, Errors) {
  EXPECT_EQ(clTerminateContextKHR(nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clTerminateContextKHR(stale(make_context())), CL_INVALID_CONTEXT);
  EXPECT_EQ(clTerminateContextKHR(make_context()), CL_INVALID_OPERATION);
  EXPECT_EQ(told, "");
  EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  EXPECT_NE(told, "");
  EXPECT_EQ(clTerminateContextKHR(context), CL_CONTEXT_TERMINATED_KHR);
  ASSERT_EQ(create({CL_CONTEXT_TERMINATE_KHR, CL_FALSE}), CL_SUCCESS);
  EXPECT_EQ(clTerminateContextKHR(context), CL_INVALID_OPERATION);
}

TEST_F(TerminateContextCalls, nothingIsCreatedAnyMore) {
  const Owned<cl_mem> buffer = make_buffer();
  ASSERT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  cl_int error = 0;
  const auto expect_refused = [&](const void* made, const char* what) {
    EXPECT_EQ(made, nullptr) << what;
    EXPECT_EQ(error, CL_CONTEXT_TERMINATED_KHR) << what;
    error = 0;
  };
  expect_refused(clCreateCommandQueue(context, device, 0, &error), "queue");
  expect_refused(clCreateCommandQueueWithProperties(context, device, nullptr, &error), "queue");
  expect_refused(clCreateBuffer(context, 0, 4, nullptr, &error), "buffer");
  expect_refused(clCreateBufferWithProperties(context, nullptr, 0, 4, nullptr, &error), "buffer");
  const cl_buffer_region region = {0, 4};
  expect_refused(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error),
                 "part of a buffer");
  const cl_image_format format = {CL_R, CL_FLOAT};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE1D;
  shape.image_width = 4;
  expect_refused(clCreateImage(context, 0, &format, &shape, nullptr, &error), "image");
  expect_refused(clCreateImageWithProperties(context, nullptr, 0, &format, &shape, nullptr, &error),
                 "image");
  expect_refused(clCreateImage2D(context, 0, &format, 4, 4, 0, nullptr, &error), "image");
  expect_refused(clCreateImage3D(context, 0, &format, 4, 4, 4, 0, 0, nullptr, &error), "image");
  expect_refused(clCreatePipe(context, 0, 4, 4, nullptr, &error), "pipe");
  expect_refused(clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error),
                 "sampler");
  expect_refused(clCreateSamplerWithProperties(context, nullptr, &error), "sampler");
  expect_refused(clCreateUserEvent(context, &error), "event");
  const char* source = "";
  expect_refused(clCreateProgramWithSource(context, 1, &source, nullptr, &error), "program");
  const unsigned char* code = reinterpret_cast<const unsigned char*>("code");
  const size_t size = 4;
  expect_refused(clCreateProgramWithIL(context, code, size, &error), "program of IL");
  expect_refused(clCreateProgramWithBinary(context, 1, &device, &size, &code, nullptr, &error),
                 "program of a binary");
  expect_refused(clCreateProgramWithBuiltInKernels(context, 1, &device, "k", &error), "program");
  const cl_program none = nullptr;
  expect_refused(clLinkProgram(context, 0, nullptr, "", 1, &none, nullptr, nullptr, &error),
                 "linked program");
  const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                0};
  expect_refused(clCreateSemaphoreWithPropertiesKHR(context, binary, &error), "semaphore");
  const cl_command_queue queues[] = {queue};
  expect_refused(khr().clCreateCommandBufferKHR(1, queues, nullptr, &error), "command buffer");
  expect_refused(clHostMemAllocINTEL(context, nullptr, 64, 0, &error), "host memory");
  expect_refused(clDeviceMemAllocINTEL(context, device, nullptr, 64, 0, &error), "device memory");
  expect_refused(clSharedMemAllocINTEL(context, device, nullptr, 64, 0, &error), "shared memory");
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0), nullptr);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(clSetContextDestructorCallback(
                context, [](cl_context, void*) {}, nullptr),
            CL_CONTEXT_TERMINATED_KHR);
}

TEST_F(TerminateContextCalls, nothingIsEnqueuedAnyMore) {
  const Owned<cl_mem> buffer = make_buffer();
  const Owned<cl_semaphore_khr> semaphore = make_semaphore();
  ASSERT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  std::array<char, 64> bytes = {};
  void* const place = bytes.data();
  const cl_int refused = CL_CONTEXT_TERMINATED_KHR;
  for (const cl_bool blocking : {CL_TRUE, CL_FALSE}) {
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, blocking, 0, 4, place, 0, nullptr, nullptr),
              refused);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, blocking, 0, 4, place, 0, nullptr, nullptr),
              refused);
    cl_int error = 0;
    EXPECT_EQ(
        clEnqueueMapBuffer(queue, buffer, blocking, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &error),
        nullptr);
    EXPECT_EQ(error, refused);
  }
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, buffer, 0, 32, 4, 0, nullptr, nullptr), refused);
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, place, 4, 0, 4, 0, nullptr, nullptr), refused);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr), refused);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), refused);
  const cl_mem object = buffer;
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, &object, 0, 0, nullptr, nullptr), refused);
  EXPECT_EQ(clEnqueueNativeKernel(
                queue, [](void*) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
            refused);
  EXPECT_EQ(clEnqueueSVMMemFill(queue, place, place, 4, 4, 0, nullptr, nullptr), refused);
  EXPECT_EQ(clEnqueueMemcpyINTEL(queue, CL_TRUE, place, place, 4, 0, nullptr, nullptr), refused);
  const cl_semaphore_khr one = semaphore;
  EXPECT_EQ(clEnqueueSignalSemaphoresKHR(queue, 1, &one, nullptr, 0, nullptr, nullptr), refused);
  EXPECT_EQ(clEnqueueWaitSemaphoresKHR(queue, 1, &one, nullptr, 0, nullptr, nullptr), refused);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(TerminateContextCalls, nothingIsRecordedAnyMore) {
  cl_int error = 1;
  const cl_command_queue queues[] = {queue};
  const Owned<cl_command_buffer_khr> buffer =
      khr().clCreateCommandBufferKHR(1, queues, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto record = [&] {
    return khr().clCommandBarrierWithWaitListKHR(buffer, nullptr, nullptr, 0, nullptr, nullptr,
                                                 nullptr);
  };
  ASSERT_EQ(record(), CL_SUCCESS);
  ASSERT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  EXPECT_EQ(record(), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(khr().clFinalizeCommandBufferKHR(buffer), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(khr().clUpdateMutableCommandsKHR(buffer, 0, nullptr, nullptr),
            CL_CONTEXT_TERMINATED_KHR);
}

TEST_F(TerminateContextCalls, queriesAndReleasesWork) {
  const Owned<cl_mem> buffer = make_buffer();
  ASSERT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  const auto query = [&](auto... args) { return clGetContextInfo(context, args...); };
  EXPECT_EQ(query_as<cl_uint>(query, CL_CONTEXT_NUM_DEVICES), 1u);
  EXPECT_EQ(clRetainContext(context), CL_SUCCESS);
  EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
  const auto query_buffer = [&](auto... args) { return clGetMemObjectInfo(buffer, args...); };
  EXPECT_EQ(query_as<size_t>(query_buffer, CL_MEM_SIZE), 64u);
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, [](cl_mem, void*) {}, nullptr), CL_SUCCESS);
}

TEST_F(TerminateContextCalls, commandsThatWaitForTheApplicationEnd) {
  const Owned<cl_command_queue> profiled = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Owned<cl_event> gate = make_user_event();
  const cl_event first = gate;
  Owned<cl_event> in_order, behind, out_of_order;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(profiled, 1, &first, &in_order), CL_SUCCESS);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(profiled, 0, nullptr, &behind), CL_SUCCESS);
  const Owned<cl_command_queue> free_order = out_of_order_queue();
  EXPECT_EQ(clEnqueueMarkerWithWaitList(free_order, 1, &first, &out_of_order), CL_SUCCESS);
  cl_int seen = 1;
  EXPECT_EQ(
      clSetEventCallback(
          behind, CL_COMPLETE,
          [](cl_event, cl_int reached, void* place) { *static_cast<cl_int*>(place) = reached; },
          &seen),
      CL_SUCCESS);
  std::thread waiting([&] { EXPECT_EQ(clFinish(profiled), CL_SUCCESS); });
  std::thread of_gate(
      [&] { EXPECT_EQ(clWaitForEvents(1, &first), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST); });
  EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  waiting.join();
  of_gate.join();
  for (const cl_event event : {cl_event(in_order), cl_event(behind), cl_event(out_of_order)}) {
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status(event), CL_CONTEXT_TERMINATED_KHR);
  }
  EXPECT_EQ(seen, CL_CONTEXT_TERMINATED_KHR);
  cl_ulong time = 0;
  EXPECT_EQ(
      clGetEventProfilingInfo(in_order, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
      CL_PROFILING_INFO_NOT_AVAILABLE);
  cl_int late = 1;
  EXPECT_EQ(
      clSetEventCallback(
          in_order, CL_COMPLETE,
          [](cl_event, cl_int reached, void* place) { *static_cast<cl_int*>(place) = reached; },
          &late),
      CL_SUCCESS);
  EXPECT_EQ(late, CL_CONTEXT_TERMINATED_KHR);
  // The status of user events can be set, once.
  EXPECT_EQ(status(gate), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(status(gate), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
}

TEST_F(TerminateContextCalls, semaphoresThatNobodySignals) {
  const Owned<cl_semaphore_khr> semaphore = make_semaphore();
  const cl_semaphore_khr one = semaphore;
  Owned<cl_event> wait;
  EXPECT_EQ(clEnqueueWaitSemaphoresKHR(queue, 1, &one, nullptr, 0, nullptr, &wait), CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  const cl_event event = wait;
  EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(status(event), CL_CONTEXT_TERMINATED_KHR);
}

TEST_F(TerminateContextCalls, whileOthersEnqueue) {
  for (int i = 0; i < 20; ++i) {
    std::array<Owned<cl_command_queue>, 3> queues;
    std::array<Owned<cl_mem>, 3> buffers; // queues are in no order with each other
    std::vector<std::thread> threads;
    for (size_t number = 0; number < queues.size(); ++number) {
      queues[number] = make_queue();
      buffers[number] = make_buffer();
      threads.emplace_back([&own = queues[number], &buffer = buffers[number]] {
        const cl_int zero = 0;
        cl_int error = CL_SUCCESS;
        while (error == CL_SUCCESS) {
          error = clEnqueueFillBuffer(own, buffer, &zero, 4, 0, 64, 0, nullptr, nullptr);
          clFlush(own);
        }
        EXPECT_EQ(error, CL_CONTEXT_TERMINATED_KHR);
        EXPECT_EQ(clFinish(own), CL_SUCCESS);
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
    for (std::thread& each : threads) {
      each.join();
    }
    ASSERT_EQ(create({CL_CONTEXT_TERMINATE_KHR, CL_TRUE}), CL_SUCCESS);
  }
}
