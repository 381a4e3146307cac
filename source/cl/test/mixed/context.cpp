// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts of devices of several platforms, and what programs and kernels are in them.
#include "fixture.h"

#include <CL/cl_command_buffer.h>

namespace {

class MixedContext : public MixedTest {
protected:
  cl_int create(const cl_context_properties* list, std::vector<cl_device_id> of) {
    cl_int error = 1;
    const Owned<cl_context> made =
        clCreateContext(list, static_cast<cl_uint>(of.size()), of.data(), nullptr, nullptr, &error);
    EXPECT_EQ(made != nullptr, error == CL_SUCCESS);
    return error;
  }
  static cl_context_properties on(cl_platform_id platform) {
    return reinterpret_cast<cl_context_properties>(platform);
  }
};

TEST_F(MixedContext, HasItsDevicesInTheirOrder) {
  for (const auto& order : {std::array{devices[0], devices[1]}, {devices[1], devices[0]}}) {
    const Owned<cl_context> made =
        clCreateContext(nullptr, 2, order.data(), nullptr, nullptr, nullptr);
    ASSERT_TRUE(made);
    cl_uint count = 0;
    std::array<cl_device_id, 2> found = {};
    EXPECT_EQ(clGetContextInfo(made, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clGetContextInfo(made, CL_CONTEXT_DEVICES, sizeof found, found.data(), nullptr),
              CL_SUCCESS);
    EXPECT_EQ(count, 2u);
    EXPECT_EQ(found, order);
  }
}

TEST_F(MixedContext, ThePlatformIsOneOfADevices) {
  const cl_context_properties of_cpu[] = {CL_CONTEXT_PLATFORM, on(platforms[cpu]), 0};
  const cl_context_properties of_twin[] = {CL_CONTEXT_PLATFORM, on(platforms[twin]), 0};
  EXPECT_EQ(create(of_cpu, {devices[cpu], devices[twin]}), CL_SUCCESS);
  EXPECT_EQ(create(of_twin, {devices[cpu], devices[twin]}), CL_SUCCESS);
  EXPECT_EQ(create(of_cpu, {devices[twin]}), CL_INVALID_DEVICE);
  EXPECT_EQ(create(of_twin, {devices[cpu]}), CL_INVALID_DEVICE);
}

TEST_F(MixedContext, FromATypeIsOfAllDevicesOfOnePlatform) {
  for (cl_platform_id platform : platforms) {
    cl_uint count = 0;
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_device_id> there(count), found(count);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, there.data(), nullptr),
              CL_SUCCESS);
    const cl_context_properties list[] = {CL_CONTEXT_PLATFORM, on(platform), 0};
    const Owned<cl_context> made =
        clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr);
    ASSERT_TRUE(made);
    size_t size = 0;
    EXPECT_EQ(clGetContextInfo(made, CL_CONTEXT_DEVICES, count * sizeof(cl_device_id), found.data(),
                               &size),
              CL_SUCCESS);
    EXPECT_EQ(size, count * sizeof(cl_device_id));
    EXPECT_EQ(found, there);
  }
}

TEST_F(MixedContext, OfSubDevicesToo) {
  cl_uint units = 0;
  ASSERT_EQ(
      clGetDeviceInfo(devices[cpu], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
      CL_SUCCESS);
  if (units < 2) {
    GTEST_SKIP() << "one compute unit cannot be parted";
  }
  const cl_device_partition_property how[] = {CL_DEVICE_PARTITION_EQUALLY,
                                              cl_device_partition_property(units / 2), 0};
  std::vector<cl_device_id> parts(units / (units / 2));
  ASSERT_EQ(clCreateSubDevices(devices[cpu], how, cl_uint(parts.size()), parts.data(), nullptr),
            CL_SUCCESS);
  const cl_device_id of[] = {devices[twin], parts[0], parts[1]};
  cl_int error = 1;
  context = clCreateContext(nullptr, 3, of, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Owned<cl_mem> buffer = make_buffer_of(numbers(100));
  cl_int value = 5;
  for (cl_device_id device : of) {
    const Owned<cl_command_queue> queue = clCreateCommandQueue(context, device, 0, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ++value;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &value, sizeof value, size_t(value) * 4, 40, 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  queues[cpu] = clCreateCommandQueue(context, parts[1], 0, &error);
  auto expected = numbers(100);
  for (const cl_int each : {6, 7, 8}) {
    std::fill_n(expected.begin() + each, 10, each);
  }
  EXPECT_EQ(contents<cl_int>(cpu, buffer, 100), expected);
  for (cl_device_id part : parts) {
    EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  }
}

TEST_F(MixedContext, AProgramHasABinaryForEachDevice) {
  const Owned<cl_program> made = program();
  std::array<cl_device_id, 2> found = {};
  std::array<size_t, 2> sizes = {};
  EXPECT_EQ(clGetProgramInfo(made, CL_PROGRAM_DEVICES, sizeof found, found.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetProgramInfo(made, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(found, devices);
  EXPECT_NE(sizes[cpu], 0u);
  EXPECT_NE(sizes[twin], 0u);
}

TEST_F(MixedContext, AProgramCanBeForSomeDevices) {
  if (are_from_source()) {
    GTEST_SKIP() << "there is no binary for these devices";
  }
  const auto data = binary::write(test_kernels::program());
  const unsigned char* place = data.data();
  const size_t size = data.size();
  const Owned<cl_program> made =
      clCreateProgramWithBinary(context, 1, &devices[twin], &size, &place, nullptr, nullptr);
  ASSERT_TRUE(made);
  EXPECT_EQ(clBuildProgram(made, 1, &devices[cpu], "", nullptr, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(clBuildProgram(made, 1, &devices[twin], "", nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel> kernel = kernel_of(made, "nothing");
  EXPECT_EQ(launch(queues[twin], kernel, 1), CL_SUCCESS);
  EXPECT_EQ(launch(queues[cpu], kernel, 1), CL_INVALID_PROGRAM_EXECUTABLE);
  finish();
}

TEST_F(MixedContext, AKernelIsAskedAboutForADevice) {
  const Owned<cl_program> made = program();
  const Owned<cl_kernel> kernel = kernel_of(made, "nothing");
  size_t size = 0;
  const auto ask = [&](cl_device_id device) {
    return clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size,
                                    nullptr);
  };
  EXPECT_EQ(ask(devices[cpu]), CL_SUCCESS);
  EXPECT_EQ(ask(devices[twin]), CL_SUCCESS);
  EXPECT_EQ(ask(nullptr), CL_INVALID_DEVICE);
}

TEST_F(MixedContext, HasNoAddressesOfBuffers) {
  const cl_mem_properties list[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  cl_int error = 1;
  EXPECT_FALSE(clCreateBufferWithProperties(context, list, 0, 64, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_NE(last_message.find("addresses"), std::string::npos) << last_message;
}

TEST_F(MixedContext, HasNoCommandBuffers) {
  const auto functions = cl_khr::functions(platforms[cpu]);
  const cl_command_queue handle = queues[cpu];
  cl_int error = 1;
  EXPECT_FALSE(functions.clCreateCommandBufferKHR(1, &handle, nullptr, &error));
  EXPECT_EQ(error, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
}

} // namespace
