// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory runs out while command buffers are made, recorded, finalized, updated and enqueued.
#include "command_buffer_fixture.h"
#include "failures/allocations_fixture.h"

class OutOfMemoryCommandBuffers : public AllocationsTest {
protected:
  void SetUp() override {
    AllocationsTest::SetUp();
    a = make_buffer(4096);
    b = make_buffer(4096);
    program = program_of_kernels();
    kernel = kernel_of(program, "add");
    const cl_mem handles[] = {a, b};
    const cl_int value = 3;
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &handles[0]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), &handles[1]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof value, &value), CL_SUCCESS);
    khr();
  }
  [[nodiscard]] Owned<cl_command_buffer_khr> make(cl_int* error = nullptr) const {
    const cl_command_queue on = queue;
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                           CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    return khr().clCreateCommandBufferKHR(1, &on, properties, error);
  }
  cl_int record(cl_command_buffer_khr buffer, cl_mutable_command_khr* handle = nullptr) const {
    constexpr size_t global = 1000;
    return khr().clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, kernel, 1, nullptr, &global,
                                           nullptr, 0, nullptr, nullptr, handle);
  }

  Owned<cl_mem> a, b;
  Owned<cl_program> program;
  Owned<cl_kernel> kernel;
};

TEST_F(OutOfMemoryCommandBuffers, MakingAndRecording) {
  expect_no_leak([&] {
    each_fails("create", [&] {
      cl_int error = 1;
      const auto made = make(&error);
      allocations::stop_failing();
      EXPECT_EQ(bool(made), error == CL_SUCCESS);
      return error;
    });
    const auto recorded = make();
    int failures = 0;
    const cl_uint pattern = 5;
    failures += each_fails("launch", [&] { return record(recorded); });
    failures += each_fails("fill", [&] {
      return khr().clCommandFillBufferKHR(recorded, nullptr, nullptr, a, &pattern, 4, 0, 4096, 0,
                                          nullptr, nullptr, nullptr);
    });
    failures += each_fails("copy", [&] {
      return khr().clCommandCopyBufferKHR(recorded, nullptr, nullptr, a, b, 0, 0, 64, 0, nullptr,
                                          nullptr, nullptr);
    });
    failures += each_fails("finalize", [&] { return khr().clFinalizeCommandBufferKHR(recorded); });
    EXPECT_GT(failures, 4); // or the test saw none of them
    EXPECT_EQ(khr().clEnqueueCommandBufferKHR(0, nullptr, recorded, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  });
}

TEST_F(OutOfMemoryCommandBuffers, UpdatingAndEnqueueing) {
  const auto recorded = make();
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(record(recorded, &command), CL_SUCCESS);
  ASSERT_EQ(khr().clFinalizeCommandBufferKHR(recorded), CL_SUCCESS);
  expect_no_leak([&] {
    each_fails("update", [&] {
      const cl_int value = 4;
      const cl_khr::cl_mutable_dispatch_arg_khr argument = {2, sizeof value, &value};
      cl_khr::cl_mutable_dispatch_config_khr config = {};
      config.command = command;
      config.num_args = 1;
      config.arg_list = &argument;
      const void* configs[] = {&config};
      constexpr cl_command_buffer_update_type_khr type =
          CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
      return khr().clUpdateMutableCommandsKHR(recorded, 1, &type, configs);
    });
    each_fails("enqueue", [&] {
      Owned<cl_event> event;
      const cl_int result =
          khr().clEnqueueCommandBufferKHR(0, nullptr, recorded, 0, nullptr, &event);
      allocations::stop_failing();
      EXPECT_EQ(bool(event), result == CL_SUCCESS);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
      EXPECT_TRUE(!event || status(event) <= CL_COMPLETE);
      return result;
    });
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  });
}

/// Command buffers of several queues: all parts are enqueued or none runs, and copies are made
/// whole or not at all.
TEST_F(OutOfMemoryCommandBuffers, SeveralQueues) {
  const Owned<cl_command_queue> second = make_queue();
  const cl_command_queue queues[] = {queue, second};
  cl_int error = 1;
  const Owned<cl_command_buffer_khr> recorded =
      khr().clCreateCommandBufferKHR(2, queues, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_sync_point_khr point = 0;
  for (cl_uint i = 0; i < 4; ++i) {
    const cl_uint count = i == 0 ? 0 : 1;
    const cl_sync_point_khr before = point;
    ASSERT_EQ(khr().clCommandFillBufferKHR(recorded, queues[i % 2], nullptr, a, &i, 4, 0, 4096,
                                           count, count ? &before : nullptr, &point, nullptr),
              CL_SUCCESS);
  }
  ASSERT_EQ(khr().clFinalizeCommandBufferKHR(recorded), CL_SUCCESS);
  expect_no_leak([&] {
    const int failures = each_fails("enqueue", [&] {
      Owned<cl_event> event;
      const cl_int result =
          khr().clEnqueueCommandBufferKHR(0, nullptr, recorded, 0, nullptr, &event);
      allocations::stop_failing();
      EXPECT_EQ(bool(event), result == CL_SUCCESS);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
      EXPECT_EQ(clFinish(second), CL_SUCCESS);
      return result;
    });
    EXPECT_GT(failures, 4);
    each_fails("copy", [&] {
      cl_int result = 1;
      const Owned<cl_command_buffer_khr> copy = khr().clRemapCommandBufferKHR(
          recorded, CL_FALSE, 2, queues, 0, nullptr, nullptr, &result);
      allocations::stop_failing();
      EXPECT_EQ(bool(copy), result == CL_SUCCESS);
      return result;
    });
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  });
}

/// An enqueue allocates nothing, except for memory that the first ones keep for later ones.
TEST_F(OutOfMemoryCommandBuffers, EnqueueingAllocatesNothing) {
  const auto recorded = make();
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(record(recorded), CL_SUCCESS);
  }
  ASSERT_EQ(khr().clFinalizeCommandBufferKHR(recorded), CL_SUCCESS);
  const auto round = [&] {
    EXPECT_EQ(khr().clEnqueueCommandBufferKHR(0, nullptr, recorded, 0, nullptr, nullptr),
              CL_SUCCESS);
  };
  for (int i = 0; i < 300; ++i) {
    round();
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  allocations::fail(1);
  round();
  EXPECT_FALSE(allocations::stop_failing()) << "something was allocated";
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}
