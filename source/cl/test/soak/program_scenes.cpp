// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scenes with programs and contexts of their own.
#include "scenes.h"

#include "failures/allocations.h"

namespace {

/// The binary that all scenes build from.
const std::vector<uint8_t>& container() {
  static const auto& bytes = *new auto(binary::write(test_kernels::program()));
  return bytes;
}

Owned<cl_program> load(cl_context context, cl_device_id device, const std::vector<uint8_t>& bytes,
                       cl_int& error) {
  const unsigned char* place = bytes.data();
  const size_t size = bytes.size();
  return clCreateProgramWithBinary(context, 1, &device, &size, &place, nullptr, &error);
}

} // namespace

/// A program that goes before its kernels.
void Actor::programs() {
  Owned<cl_program> program = load(stage.context, stage.device, container(), error);
  ASSERT_EQ(call(error), CL_SUCCESS);
  ASSERT_EQ(call(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr)), CL_SUCCESS);
  const Owned<cl_kernel> kernel = made(clCreateKernel(program, "count_visits", &error));
  program = {};
  const Owned<cl_mem> visits = make_buffer(64 * 8);
  const Owned<cl_command_queue> queue = make_queue();
  const cl_mem memory = visits;
  const std::vector<cl_ulong> zeros(64, 0);
  EXPECT_EQ(
      call(clEnqueueWriteBuffer(queue, visits, CL_TRUE, 0, 512, zeros.data(), 0, nullptr, nullptr)),
      CL_SUCCESS);
  EXPECT_EQ(call(clSetKernelArg(kernel, 0, sizeof memory, &memory)), CL_SUCCESS);
  constexpr size_t size = 64;
  Owned<cl_event> ended;
  EXPECT_EQ(
      call(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, &ended)),
      CL_SUCCESS);
  std::vector<cl_ulong> found(64);
  EXPECT_EQ(
      call(clEnqueueReadBuffer(queue, visits, CL_TRUE, 0, 512, found.data(), 1, &ended, nullptr)),
      CL_SUCCESS);
  EXPECT_EQ(found, std::vector<cl_ulong>(64, 1));
}

void Actor::damaged_binaries() {
  std::vector<uint8_t> bytes = container();
  bytes[below(bytes.size())] ^= static_cast<uint8_t>(1 + below(255));
  const Owned<cl_program> program = load(stage.context, stage.device, bytes, error);
  EXPECT_EQ(call(error), CL_INVALID_BINARY);
  EXPECT_FALSE(cl_program(program));
}

/// From source; every fourth has an error.
void Actor::builds() {
  const size_t number = below(50);
  const bool wrong = below(4) == 0;
  const std::string source =
      "kernel void k(global int *p) { p[get_global_id(0)] = " + std::to_string(number) +
      (wrong ? " +; }" : "; }");
  const char* text = source.c_str();
  const Owned<cl_program> program =
      made(clCreateProgramWithSource(stage.context, 1, &text, nullptr, &error));
  const cl_int status = call(clBuildProgram(program, 1, &stage.device, "", nullptr, nullptr));
  if (wrong || (stage.builds_may_fail && status != CL_SUCCESS)) {
    EXPECT_EQ(status, CL_BUILD_PROGRAM_FAILURE);
    return;
  }
  ASSERT_EQ(status, CL_SUCCESS);
  const Owned<cl_kernel> kernel = made(clCreateKernel(program, "k", &error));
  const Owned<cl_mem> buffer = make_buffer(4);
  const Owned<cl_command_queue> queue = make_queue();
  const cl_mem memory = buffer;
  constexpr size_t one = 1;
  cl_int found = -1;
  Owned<cl_event> ended;
  EXPECT_EQ(call(clSetKernelArg(kernel, 0, sizeof memory, &memory)), CL_SUCCESS);
  EXPECT_EQ(
      call(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, &ended)),
      CL_SUCCESS);
  EXPECT_EQ(call(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &found, 1, &ended, nullptr)),
            CL_SUCCESS);
  EXPECT_EQ(found, cl_int(number));
}

void Actor::contexts() {
  const Owned<cl_context> context =
      made(clCreateContext(nullptr, 1, &stage.device, nullptr, nullptr, &error));
  const Owned<cl_command_queue> queue = made(
      clCreateCommandQueue(context, stage.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error));
  const Owned<cl_mem> buffer = made(clCreateBuffer(context, 0, 64, nullptr, &error));
  const cl_uint value = 3;
  EXPECT_EQ(call(clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 64, 0, nullptr, nullptr)),
            CL_SUCCESS);
  EXPECT_EQ(call(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr)), CL_SUCCESS);
  if (below(2)) {
    EXPECT_EQ(call(clFinish(queue)), CL_SUCCESS);
  }
}

/// Commands on two parts of the device, one of which waits for the other, perhaps released while
/// they are pending.
void Actor::sub_devices() {
  cl_uint units = 0;
  EXPECT_EQ(call(clGetDeviceInfo(stage.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units,
                                 nullptr)),
            CL_SUCCESS);
  if (units < 2) {
    return;
  }
  const auto first = cl_device_partition_property(1 + below(units - 1));
  const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, first,
                                                 cl_device_partition_property(units) - first,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id parts[2] = {};
  ASSERT_EQ(call(clCreateSubDevices(stage.device, counts, 2, parts, nullptr)), CL_SUCCESS);
  Owned<cl_context> context = made(clCreateContext(nullptr, 2, parts, nullptr, nullptr, &error));
  Owned<cl_command_queue> queues[2];
  for (const size_t i : {0, 1}) {
    queues[i] = made(clCreateCommandQueue(context, parts[i], 0, &error));
  }
  if (below(2)) {
    EXPECT_EQ(call(clReleaseDevice(parts[0])) + call(clReleaseDevice(parts[1])), CL_SUCCESS);
    parts[0] = nullptr;
  }
  constexpr size_t cells = 1 << 14;
  const Owned<cl_mem> buffer = made(clCreateBuffer(context, 0, cells * 4, nullptr, &error));
  const auto value = static_cast<cl_uint>(random());
  Owned<cl_event> filled;
  EXPECT_EQ(
      call(clEnqueueFillBuffer(queues[0], buffer, &value, 4, 0, cells * 4, 0, nullptr, &filled)),
      CL_SUCCESS);
  std::vector<cl_uint> found(cells);
  const cl_event wait = filled;
  EXPECT_EQ(call(clEnqueueReadBuffer(queues[1], buffer, CL_TRUE, 0, cells * 4, found.data(), 1,
                                     &wait, nullptr)),
            CL_SUCCESS);
  EXPECT_EQ(found, std::vector<cl_uint>(cells, value));
  EXPECT_EQ(call(clEnqueueFillBuffer(queues[1], buffer, &value, 4, 0, 64, 0, nullptr, nullptr)),
            CL_SUCCESS);
  if (parts[0]) {
    EXPECT_EQ(call(clReleaseDevice(parts[0])) + call(clReleaseDevice(parts[1])), CL_SUCCESS);
  }
}

/// A kernel that reads where nothing is: its command fails, and its context is lost.
void Actor::faults() {
  const Owned<cl_context> context = made(clCreateContext(
      nullptr, 1, &stage.device, [](const char*, const void*, size_t, void*) {}, nullptr, &error));
  const Owned<cl_command_queue> queue =
      made(clCreateCommandQueue(context, stage.device, 0, &error));
  const Owned<cl_program> program = load(context, stage.device, container(), error);
  ASSERT_EQ(call(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr)), CL_SUCCESS);
  const Owned<cl_kernel> kernel = made(clCreateKernel(program, "faults", &error));
  const cl_uint access = 1;
  constexpr size_t groups = 4, one = 1;
  Owned<cl_event> ended;
  EXPECT_EQ(call(clSetKernelArg(kernel, 0, sizeof access, &access)), CL_SUCCESS);
  EXPECT_EQ(
      call(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &groups, &one, 0, nullptr, &ended)),
      CL_SUCCESS);
  EXPECT_EQ(call(clWaitForEvents(1, &ended)), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

/// Calls whose own allocations fail return an error; results of calls that succeed are right.
void Actor::without_memory() {
#if defined(SOAK_WITHOUT_ALLOCATIONS)
  return;
#else
  const Owned<cl_command_queue> queue = make_queue();
  const cl_uint value = 5;
  cl_uint found = 0;
  allocations::fail(static_cast<int>(1 + below(12)));
  const Owned<cl_mem> buffer = clCreateBuffer(stage.context, 0, 64, nullptr, &error);
  Owned<cl_event> filled;
  cl_int status = error;
  if (cl_mem(buffer)) {
    status = clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 64, 0, nullptr, &filled);
  }
  allocations::stop_failing();
  calls += 2;
  if (status != CL_SUCCESS) {
    EXPECT_TRUE(status == CL_OUT_OF_HOST_MEMORY || status == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
                status == CL_OUT_OF_RESOURCES)
        << status;
    return;
  }
  EXPECT_EQ(call(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &found, 1, &filled, nullptr)),
            CL_SUCCESS);
  EXPECT_EQ(found, value);
#endif
}
