// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Throttled queues (cl_khr_throttle_hints). Their creation: with_properties.cpp.
#include "binary_fixture.h"
#include "sub_device_fixture.h"

#include <bit>
#include <chrono>

namespace {

class ThrottleHints : public WithSubDevices<ClBinaryTest> {
protected:
  Owned<cl_command_queue> throttled(cl_queue_throttle_khr hint, cl_device_id on = nullptr) {
    const cl_queue_properties list[] = {CL_QUEUE_THROTTLE_KHR, hint, 0};
    cl_int error = 1;
    Owned<cl_command_queue> made =
        clCreateCommandQueueWithProperties(context, on ? on : device, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// The most work-groups that ran at once, and how many workers ran them.
  struct Seen {
    cl_uint most, workers;
  };
  Seen measure(cl_command_queue on) {
    const Owned<cl_kernel> concurrency = kernel("concurrency");
    std::vector<Owned<cl_mem>> counters(3);
    for (cl_uint i = 0; i < 3; ++i) {
      counters[i] = make_buffer_of(std::vector<cl_uint>{0});
      set(concurrency, i, counters[i]);
    }
    constexpr size_t groups = 200'000, one = 1;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(on, concurrency, 1, nullptr, &groups, &one, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    return {contents<cl_uint>(counters[1], 1).front(),
            cl_uint(std::popcount(contents<cl_uint>(counters[2], 1).front()))};
  }
};

TEST_F(ThrottleHints, AreReported) {
  EXPECT_NE(query_text(query_of(device), CL_DEVICE_EXTENSIONS).find("cl_khr_throttle_hints"),
            std::string::npos);
}

TEST_F(ThrottleHints, LowIsHalfOfTheUnits) {
  const Owned<cl_command_queue> low = throttled(CL_QUEUE_THROTTLE_LOW_KHR);
  for (int i = 0; i < 10; ++i) {
    const Seen seen = measure(low);
    EXPECT_LE(seen.most, units / 2);
    EXPECT_LE(seen.workers, units / 2);
    EXPECT_GE(seen.workers, 1u);
  }
}

TEST_F(ThrottleHints, OthersMayHaveAllUnits) {
  for (const cl_queue_throttle_khr hint : {CL_QUEUE_THROTTLE_MED_KHR, CL_QUEUE_THROTTLE_HIGH_KHR}) {
    const Owned<cl_command_queue> unthrottled = throttled(hint);
    cl_uint most = 0;
    // Beside other processes threads come late to most launches.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (most <= units / 2 && std::chrono::steady_clock::now() < end) {
      most = std::max(most, measure(unthrottled).workers);
    }
    EXPECT_GT(most, units / 2);
  }
}

TEST_F(ThrottleHints, OneUnitIsTheLeast) {
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  cl_int error = 1;
  const cl_device_id part = parts.front();
  context = clCreateContext(nullptr, 1, &part, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Owned<cl_command_queue> low = throttled(CL_QUEUE_THROTTLE_LOW_KHR, part);
  constexpr cl_uint value = 7;
  const Owned<cl_mem> buffer = make_buffer(64);
  ASSERT_EQ(clEnqueueFillBuffer(low, buffer, &value, sizeof value, 0, 64, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(low), CL_SUCCESS);
}

} // namespace
