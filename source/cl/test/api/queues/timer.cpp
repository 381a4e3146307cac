// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceAndHostTimer and clGetHostTimer.
#include "query.h"

class Timer : public ClTest {};

TEST_F(Timer, BothGoOn) {
  cl_ulong device_before = 0, host_before = 0, device_after = 0, host_after = 0;
  ASSERT_EQ(clGetDeviceAndHostTimer(device, &device_before, &host_before), CL_SUCCESS);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_EQ(clGetDeviceAndHostTimer(device, &device_after, &host_after), CL_SUCCESS);
  EXPECT_GE(host_after - host_before, 20'000'000u);
  // They were read at the same moments, and none runs away from the other.
  const auto device_time = double(device_after - device_before);
  const auto host_time = double(host_after - host_before);
  EXPECT_NEAR(device_time / host_time, 1, 0.1);
  cl_ulong host = 0;
  ASSERT_EQ(clGetHostTimer(device, &host), CL_SUCCESS);
  EXPECT_GE(host, host_after);
}

TEST_F(Timer, IsTheClockOfProfiling) {
  const Owned<cl_command_queue> profiled = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Owned<cl_mem> buffer = make_buffer();
  cl_ulong before = 0, after = 0, host = 0, start = 0, end = 0;
  ASSERT_EQ(clGetDeviceAndHostTimer(device, &before, &host), CL_SUCCESS);
  Owned<cl_event> event;
  const int zero = 0;
  ASSERT_EQ(clEnqueueFillBuffer(profiled, buffer, &zero, 4, 0, 64, 0, nullptr, &event), CL_SUCCESS);
  ASSERT_EQ(clFinish(profiled), CL_SUCCESS);
  ASSERT_EQ(clGetDeviceAndHostTimer(device, &after, &host), CL_SUCCESS);
  ASSERT_EQ(
      clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr),
            CL_SUCCESS);
  EXPECT_LE(before, start);
  EXPECT_LE(end, after);
}

TEST_F(Timer, Errors) {
  cl_ulong time = 0;
  EXPECT_EQ(clGetDeviceAndHostTimer(device, nullptr, &time), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device, &time, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetHostTimer(device, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetHostTimer(nullptr, &time), CL_INVALID_DEVICE);
  const auto query = [&](auto... args) { return clGetPlatformInfo(platform, args...); };
  EXPECT_EQ(query_as<cl_ulong>(query, CL_PLATFORM_HOST_TIMER_RESOLUTION), 1u);
}
