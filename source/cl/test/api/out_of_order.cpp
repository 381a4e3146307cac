// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Out-of-order queues run independent commands at the same time: two commands, each of which waits
// to see the other.
#include "fixture.h"

#include <atomic>
#include <thread>

namespace {

struct Meeting {
  std::atomic<int> here = 0;
  std::atomic<bool> met = false;

  static void CL_CALLBACK arrive(void* raw) {
    Meeting* meeting = *static_cast<Meeting**>(raw);
    ++meeting->here;
    for (int i = 0; i < 2000 && meeting->here < 2; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (meeting->here == 2) {
      meeting->met = true;
    }
  }
};

} // namespace

class OutOfOrder : public ClTest {
protected:
  void SetUp() override {
    ClTest::SetUp();
    cl_uint units = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
              CL_SUCCESS);
    if (units < 2) {
      GTEST_SKIP() << "one compute unit runs one command at a time";
    }
  }
  void enqueue(cl_command_queue on, Meeting& meeting) {
    Meeting* argument = &meeting;
    ASSERT_EQ(clEnqueueNativeKernel(on, Meeting::arrive, &argument, sizeof argument, 0, nullptr,
                                    nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
};

TEST_F(OutOfOrder, CommandsOfOneFlushMeet) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  Meeting meeting;
  enqueue(on, meeting);
  enqueue(on, meeting);
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_TRUE(meeting.met);
}

TEST_F(OutOfOrder, CommandsOfTwoFlushesMeet) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  Meeting meeting;
  enqueue(on, meeting);
  EXPECT_EQ(clFlush(on), CL_SUCCESS);
  enqueue(on, meeting);
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_TRUE(meeting.met);
}

TEST_F(OutOfOrder, TwoQueuesMeet) {
  const Owned<cl_command_queue> other = make_queue();
  Meeting meeting;
  enqueue(queue, meeting);
  enqueue(other, meeting);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(clFlush(other), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_TRUE(meeting.met);
}

TEST_F(OutOfOrder, WhatWaitsDoesNotMeet) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  struct Order {
    std::atomic<int> next = 0;
    std::vector<int> seen = std::vector<int>(50);
  } order;
  struct Arguments {
    Order* order;
    int index;
    static void CL_CALLBACK run(void* raw) {
      const auto* it = static_cast<Arguments*>(raw);
      it->order->seen[size_t(it->order->next++)] = it->index;
    }
  };
  Owned<cl_event> last;
  for (int i = 0; i < 50; ++i) {
    Arguments arguments = {&order, i};
    const cl_event list = last;
    Owned<cl_event> next;
    ASSERT_EQ(clEnqueueNativeKernel(on, Arguments::run, &arguments, sizeof arguments, 0, nullptr,
                                    nullptr, list ? 1 : 0, list ? &list : nullptr, &next),
              CL_SUCCESS);
    last = std::move(next);
  }
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(order.seen[size_t(i)], i);
  }
}
