// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context of two devices, the CPU and the twin, whose memory the host cannot touch; a queue on
// each. With TEST_DEVICES=alike both are twins, so that none has the host's memory, and `cpu` is
// the second of them.
#ifndef CL_TEST_MIXED_FIXTURE_H
#define CL_TEST_MIXED_FIXTURE_H

#include "../fixture.h"
#include "test_kernels.h"

#include <array>
#include <numeric>
#include <string_view>

class MixedTest : public ::testing::Test {
protected:
  static constexpr size_t cpu = 0, twin = 1;

  void SetUp() override {
    ASSERT_EQ(clGetPlatformIDs(2, platforms.data(), nullptr), CL_SUCCESS);
    std::array<cl_device_id, 2> first = {};
    for (size_t i = 0; i < 2; ++i) {
      ASSERT_TRUE(platforms[i]);
      ASSERT_EQ(clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &first[i], nullptr),
                CL_SUCCESS);
    }
    ASSERT_NE(shares_memory(first[0]), shares_memory(first[1]));
    if (!shares_memory(first[0])) {
      std::swap(first[0], first[1]);
      std::swap(platforms[0], platforms[1]);
    }
    devices = first;
    if (are_alike()) {
      platforms[cpu] = platforms[twin];
      ASSERT_EQ(clGetDeviceIDs(platforms[twin], CL_DEVICE_TYPE_ALL, 2, devices.data(), nullptr),
                CL_SUCCESS);
      std::swap(devices[cpu], devices[twin]);
    }
    context = make_context();
    ASSERT_TRUE(context);
    for (size_t i = 0; i < 2; ++i) {
      queues[i] = make_queue(i);
    }
  }

  static bool are_alike() {
    const char* wanted = std::getenv("TEST_DEVICES");
    return wanted && std::string_view(wanted) == "alike";
  }
  static bool shares_memory(cl_device_id device) {
    cl_bool shares = CL_FALSE;
    EXPECT_EQ(
        clGetDeviceInfo(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof shares, &shares, nullptr),
        CL_SUCCESS);
    return shares;
  }
  Owned<cl_context> make_context() {
    cl_int error = -1;
    Owned<cl_context> made = clCreateContext(nullptr, 2, devices.data(), note, this, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Owned<cl_command_queue> make_queue(size_t on, cl_command_queue_properties properties = 0) {
    cl_int error = -1;
    Owned<cl_command_queue> made = clCreateCommandQueue(context, devices[on], properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Owned<cl_mem> make_buffer(size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE,
                            void* host = nullptr) {
    cl_int error = -1;
    Owned<cl_mem> made = clCreateBuffer(context, flags, size, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  template <typename T>
  Owned<cl_mem> make_buffer_of(std::vector<T> contents, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    return make_buffer(contents.size() * sizeof(T), flags | CL_MEM_COPY_HOST_PTR, contents.data());
  }
  static Owned<cl_mem> part_of(cl_mem buffer, size_t origin, size_t size) {
    const cl_buffer_region region = {origin, size};
    cl_int error = -1;
    Owned<cl_mem> made =
        clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// The contents that a device sees.
  template <typename T> std::vector<T> contents(size_t on, cl_mem buffer, size_t count) {
    std::vector<T> values(count);
    EXPECT_EQ(clEnqueueReadBuffer(queues[on], buffer, CL_TRUE, 0, count * sizeof(T), values.data(),
                                  0, nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }
  /// Fills a buffer of ints, or a part of one.
  cl_int fill(size_t on, cl_mem buffer, cl_int value, size_t first, size_t count,
              cl_event* event = nullptr) {
    return clEnqueueFillBuffer(queues[on], buffer, &value, sizeof value, first * sizeof value,
                               count * sizeof value, 0, nullptr, event);
  }

  /// The kernels of modules/host/test/kernels, built for both devices; with TEST_KERNELS=source,
  /// for devices of other code, the same from source.
  Owned<cl_program> program() {
    Owned<cl_program> made = are_from_source() ? program_from_source() : program_from_binary();
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    return made;
  }
  static bool are_from_source() {
    const char* wanted = std::getenv("TEST_KERNELS");
    return wanted && std::string_view(wanted) == "source";
  }
  Owned<cl_program> program_from_binary() {
    const auto data = binary::write(test_kernels::program());
    const unsigned char* places[] = {data.data(), data.data()};
    const size_t sizes[] = {data.size(), data.size()};
    cl_int error = -1;
    Owned<cl_program> made =
        clCreateProgramWithBinary(context, 2, devices.data(), sizes, places, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Owned<cl_program> program_from_source() {
    const char* source = R"(
      kernel void nothing() {}
      kernel void count_visits(global ulong* out) { out[get_global_id(0)]++; }
      kernel void add(global int* out, global const int* a, int b) {
        out[get_global_id(0)] = a[get_global_id(0)] + b;
      })";
    cl_int error = -1;
    Owned<cl_program> made = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  static Owned<cl_kernel> kernel_of(cl_program program, const char* name) {
    cl_int error = -1;
    Owned<cl_kernel> made = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS) << name;
    return made;
  }
  template <typename T> static void set(cl_kernel kernel, cl_uint index, const T& value) {
    EXPECT_EQ(clSetKernelArg(kernel, index, sizeof value, &value), CL_SUCCESS) << index;
  }
  static void set(cl_kernel kernel, cl_uint index, const Owned<cl_mem>& buffer) {
    set(kernel, index, cl_mem(buffer));
  }
  static cl_int launch(cl_command_queue queue, cl_kernel kernel, size_t global,
                       std::vector<cl_event> list = {}, cl_event* event = nullptr) {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr,
                                  static_cast<cl_uint>(list.size()),
                                  list.empty() ? nullptr : list.data(), event);
  }
  Owned<cl_event> make_user_event() {
    cl_int error = -1;
    Owned<cl_event> made = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  void finish() {
    for (const auto& queue : queues) {
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
  }
  /// 0, 1, 2 and so on.
  static std::vector<cl_int> numbers(size_t count) {
    std::vector<cl_int> values(count);
    std::iota(values.begin(), values.end(), 0);
    return values;
  }
  static std::vector<cl_int> all(cl_int value, size_t count) {
    return std::vector<cl_int>(count, value);
  }

  std::array<cl_platform_id, 2> platforms = {};
  std::array<cl_device_id, 2> devices = {};
  std::string last_message; ///< of the context's notify function
  Owned<cl_context> context;
  std::array<Owned<cl_command_queue>, 2> queues;

private:
  static void CL_CALLBACK note(const char* message, const void*, size_t, void* self) {
    static_cast<MixedTest*>(self)->last_message = message;
  }
};

#endif
