// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of command buffers: the extensions' functions, and short ways to record.
#ifndef CL_TEST_COMMAND_BUFFER_FIXTURE_H
#define CL_TEST_COMMAND_BUFFER_FIXTURE_H

#include "binary_fixture.h"

#include <CL/cl_command_buffer.h>

/// The functions of the first platform.
inline const cl_khr::functions& khr() {
  static const cl_khr::functions loaded = [] {
    cl_platform_id platform = nullptr;
    EXPECT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
    return cl_khr::functions(platform);
  }();
  return loaded;
}

inline cl_int release(cl_command_buffer_khr it) { return khr().clReleaseCommandBufferKHR(it); }

class CommandBufferTest : public ClBinaryTest {
protected:
  using Recorded = Owned<cl_command_buffer_khr>;

  static Recorded make(cl_command_queue on, cl_command_buffer_flags_khr flags = 0) {
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = 1;
    Recorded made = khr().clCreateCommandBufferKHR(1, &on, properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  static cl_int fill(cl_command_buffer_khr buffer, cl_mem memory, cl_uint value,
                     const std::vector<cl_sync_point_khr>& waits = {},
                     cl_sync_point_khr* sync_point = nullptr) {
    return khr().clCommandFillBufferKHR(
        buffer, nullptr, nullptr, memory, &value, sizeof value, 0, 64, cl_uint(waits.size()),
        waits.empty() ? nullptr : waits.data(), sync_point, nullptr);
  }
  static cl_int copy(cl_command_buffer_khr buffer, cl_mem from, cl_mem to,
                     const std::vector<cl_sync_point_khr>& waits = {},
                     cl_sync_point_khr* sync_point = nullptr) {
    return khr().clCommandCopyBufferKHR(
        buffer, nullptr, nullptr, from, to, 0, 0, 64, cl_uint(waits.size()),
        waits.empty() ? nullptr : waits.data(), sync_point, nullptr);
  }
  static cl_int barrier(cl_command_buffer_khr buffer) {
    return khr().clCommandBarrierWithWaitListKHR(buffer, nullptr, nullptr, 0, nullptr, nullptr,
                                                 nullptr);
  }
  static cl_int launch(cl_command_buffer_khr buffer, cl_kernel kernel, size_t global = 16,
                       cl_mutable_command_khr* handle = nullptr,
                       const cl_command_properties_khr* properties = nullptr) {
    return khr().clCommandNDRangeKernelKHR(buffer, nullptr, properties, kernel, 1, nullptr, &global,
                                           nullptr, 0, nullptr, nullptr, handle);
  }
  static cl_int finalize(cl_command_buffer_khr buffer) {
    return khr().clFinalizeCommandBufferKHR(buffer);
  }
  static cl_int enqueue(cl_command_buffer_khr buffer, const std::vector<cl_event>& waits = {},
                        cl_event* event = nullptr, cl_command_queue on = nullptr) {
    return khr().clEnqueueCommandBufferKHR(on ? 1 : 0, on ? &on : nullptr, buffer,
                                           cl_uint(waits.size()),
                                           waits.empty() ? nullptr : waits.data(), event);
  }
  static cl_command_buffer_state_khr state(cl_command_buffer_khr buffer) {
    cl_command_buffer_state_khr now = 99;
    EXPECT_EQ(khr().clGetCommandBufferInfoKHR(buffer, CL_COMMAND_BUFFER_STATE_KHR, sizeof now, &now,
                                              nullptr),
              CL_SUCCESS);
    return now;
  }
  /// Sixteen numbers, all the same.
  Owned<cl_mem> numbers(cl_int value) { return make_buffer_of(std::vector<cl_int>(16, value)); }
  static std::vector<cl_int> all(cl_int value) { return std::vector<cl_int>(16, value); }
  std::vector<cl_int> read(cl_mem memory) { return contents<cl_int>(memory, 16); }
  /// The kernel that adds: to = from + value.
  Owned<cl_kernel> adding(const Owned<cl_mem>& to, const Owned<cl_mem>& from, cl_int value) {
    Owned<cl_kernel> made = kernel("add");
    set(made, 0, to);
    set(made, 1, from);
    set(made, 2, value);
    return made;
  }
  static cl_int update(cl_command_buffer_khr buffer,
                       const cl_khr::cl_mutable_dispatch_config_khr& config) {
    constexpr cl_command_buffer_update_type_khr type =
        CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
    const void* configs[] = {&config};
    return khr().clUpdateMutableCommandsKHR(buffer, 1, &type, configs);
  }
  /// Sets one argument of a launch.
  template <typename T>
  static cl_int update(cl_command_buffer_khr buffer, cl_mutable_command_khr command, cl_uint index,
                       const T& value) {
    const cl_khr::cl_mutable_dispatch_arg_khr argument = {index, sizeof value, &value};
    cl_khr::cl_mutable_dispatch_config_khr config = {};
    config.command = command;
    config.num_args = 1;
    config.arg_list = &argument;
    return update(buffer, config);
  }
};

#endif
