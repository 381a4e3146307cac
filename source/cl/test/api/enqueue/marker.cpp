// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Markers, barriers and their deprecated forms.
#include "fixture.h"

#include <atomic>
#include <thread>

class Marker : public ClTest {
protected:
  cl_int wait(cl_event event) { return clWaitForEvents(1, &event); }
};

TEST_F(Marker, Errors) {
  EXPECT_EQ(clEnqueueMarker(queue, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, nullptr), CL_INVALID_VALUE);
  const Owned<cl_context> other = make_context();
  const Owned<cl_event> foreign = clCreateUserEvent(other, nullptr);
  const cl_event list = foreign;
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, &list), CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(queue, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
}

TEST_F(Marker, WaitsForAllBefore) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  Owned<cl_event> held, free, marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 1, &list, &held), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarker(on, &marker), CL_SUCCESS);
  const Owned<cl_event> done = make_user_event();
  EXPECT_EQ(clSetUserEventStatus(done, CL_COMPLETE), CL_SUCCESS);
  const cl_event nothing = done;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 1, &nothing, &free), CL_SUCCESS);
  EXPECT_EQ(wait(free), CL_SUCCESS); // out of order: passes the others by
  EXPECT_GT(status(marker), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(wait(marker), CL_SUCCESS);
  EXPECT_EQ(status(held), CL_COMPLETE);
}

TEST_F(Marker, BarrierHoldsWhatFollows) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  const Owned<cl_mem> buffer = make_buffer(4);
  const cl_uint one = 1;
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  Owned<cl_event> after;
  ASSERT_EQ(clEnqueueWaitForEvents(on, 1, &list), CL_SUCCESS);
  ASSERT_EQ(clEnqueueFillBuffer(on, buffer, &one, 4, 0, 4, 0, nullptr, &after), CL_SUCCESS);
  EXPECT_EQ(clFlush(on), CL_SUCCESS);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_GT(status(after), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(wait(after), CL_SUCCESS);
}

TEST_F(Marker, BarriersOrderAnOutOfOrderQueue) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  const Owned<cl_mem> buffer = make_buffer(4);
  for (cl_uint i = 1; i <= 300; ++i) {
    ASSERT_EQ(clEnqueueFillBuffer(on, buffer, &i, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(clEnqueueBarrier(on), CL_SUCCESS);
    if (i % 100 == 50) {
      ASSERT_EQ(clFlush(on), CL_SUCCESS);
    }
  }
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], 300u);
}

TEST_F(Marker, EventsOfBarriers) {
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    Owned<cl_event> event;
    ASSERT_EQ(clEnqueueBarrierWithWaitList(on, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(wait(event), CL_SUCCESS);
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(type, cl_command_type(CL_COMMAND_BARRIER));
  }
}
