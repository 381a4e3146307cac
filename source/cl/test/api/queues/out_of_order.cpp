// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Out-of-order queues run independent commands at the same time: two commands, each of which waits
// to see the other, and two kernels, each of which needs that the other one gets as far as itself,
// from its beginning to its end: both have a core of their own for all of their time.
#include "binary_fixture.h"

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

class OutOfOrder : public ClBinaryTest {
protected:
  void SetUp() override {
    ClBinaryTest::SetUp();
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

/// Two launches that can only run in step.
class InStep : public OutOfOrder {
protected:
  static constexpr cl_uint rounds = 2'000;

  void SetUp() override {
    OutOfOrder::SetUp();
    program = build();
    for (size_t i = 0; i < 2; ++i) {
      counters[i] = make_buffer_of(std::vector<cl_uint>(1, 0));
      ended[i] = make_buffer_of(std::vector<cl_uint>(1, 0));
    }
  }
  void launch(cl_command_queue on, size_t which) {
    const Owned<cl_kernel> kernel = kernel_of(program, "in_step");
    set(kernel, 0, counters[which]);
    set(kernel, 1, counters[1 - which]);
    set(kernel, 2, ended[which]);
    set(kernel, 3, rounds);
    const size_t one = 1;
    ASSERT_EQ(clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  void expect_end() {
    for (const auto& buffer : ended) {
      EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], rounds);
    }
  }
  Owned<cl_program> program;
  Owned<cl_mem> counters[2], ended[2];
};

TEST_F(InStep, KernelsOfOneFlush) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  launch(on, 0);
  launch(on, 1);
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
  expect_end();
}

TEST_F(InStep, KernelsOfTwoFlushes) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  launch(on, 0);
  EXPECT_EQ(clFlush(on), CL_SUCCESS);
  launch(on, 1);
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
  expect_end();
}

TEST_F(InStep, KernelsThatNobodyWaitsFor) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  launch(on, 0);
  launch(on, 1);
  Owned<cl_event> both;
  EXPECT_EQ(clEnqueueMarker(on, &both), CL_SUCCESS);
  EXPECT_EQ(clFlush(on), CL_SUCCESS);
  while (status(both) > CL_COMPLETE) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  expect_end();
}

TEST_F(InStep, KernelsOfTwoInOrderQueues) {
  const Owned<cl_command_queue> other = make_queue();
  launch(queue, 0);
  launch(other, 1);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  expect_end();
}

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
