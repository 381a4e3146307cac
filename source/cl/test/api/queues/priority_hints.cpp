// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues of different priorities (cl_khr_priority_hints). Their creation: with_properties.cpp.
#include "binary_fixture.h"
#include "query.h"

#include <chrono>
#include <thread>

namespace {

class PriorityHints : public ClBinaryTest {
protected:
  Owned<cl_command_queue> queue_of(cl_queue_priority_khr hint) {
    const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, hint, 0};
    cl_int error = 1;
    Owned<cl_command_queue> made =
        clCreateCommandQueueWithProperties(context, device, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// Launches `groups` groups, each of which takes less than a microsecond.
  Owned<cl_event> launch(cl_command_queue on, size_t groups) {
    set(turning, 0, cl_uint(1000));
    const size_t one = 1;
    Owned<cl_event> event;
    EXPECT_EQ(clEnqueueNDRangeKernel(on, turning, 1, nullptr, &groups, &one, 0, nullptr, &event),
              CL_SUCCESS);
    EXPECT_EQ(clFlush(on), CL_SUCCESS);
    return event;
  }
  /// Whether little work on `before` ends well before much work on `behind` that has all units.
  bool ends_early(cl_command_queue behind, cl_command_queue before) {
    const Owned<cl_event> background = launch(behind, 1 << 18);
    while (status(background) > CL_RUNNING) {
      std::this_thread::yield();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(3)); // until it has all units
    const auto begin = std::chrono::steady_clock::now();
    const Owned<cl_event> urgent = launch(before, 8);
    const cl_event event = urgent;
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    const auto middle = std::chrono::steady_clock::now();
    EXPECT_EQ(clFinish(behind), CL_SUCCESS);
    return middle - begin < std::chrono::steady_clock::now() - middle;
  }

  Owned<cl_kernel> turning;
};

TEST_F(PriorityHints, AreReported) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  EXPECT_NE(query_text(query, CL_DEVICE_EXTENSIONS).find("cl_khr_priority_hints"),
            std::string::npos);
}

TEST_F(PriorityHints, KernelsLeaveTheDeviceToThoseOfHigherPriority) {
  turning = kernel("turns");
  launch(queue, 8); // so that it is known how long it takes
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (const auto& [below, above] :
       {std::pair{CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_PRIORITY_MED_KHR},
        {CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_PRIORITY_HIGH_KHR},
        {CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_HIGH_KHR}}) {
    const Owned<cl_command_queue> behind = queue_of(below), before = queue_of(above);
    bool yields = false;
    for (int i = 0; i < 10 && !yields; ++i) { // unless other processes disturb it each time
      yields = ends_early(behind, before);
    }
    EXPECT_TRUE(yields) << below << " " << above;
  }
}

} // namespace
