// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs of events across the queues and the devices of a context: nothing begins before what it
// waits for has ended, and what waits for something that failed fails and never runs.
#include "binary_fixture.h"
#include "sub_device_fixture.h"

#include <algorithm>
#include <atomic>
#include <random>

namespace {

/// A command that notes when it ran.
struct Node {
  std::atomic<int>* clock;
  int begin = 0, end = 0; ///< 0: never
  std::vector<size_t> waits;
  bool fails = false; ///< by what it waits for
  Owned<cl_event> event;

  static void CL_CALLBACK run(void* raw) {
    Node* node = *static_cast<Node**>(raw);
    node->begin = ++*node->clock;
    node->end = ++*node->clock;
  }
};

class EventGraph : public ClTest {
protected:
  /// Queues of both kinds on the device and, if it has any, its parts.
  void SetUp() override {
    ClTest::SetUp();
    std::vector<cl_device_id> devices = {device};
    if (units_of(device) > 1) {
      parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
      devices.insert(devices.end(), {parts[0], parts[1]});
    }
    cl_int error = 1;
    context =
        clCreateContext(nullptr, cl_uint(devices.size()), devices.data(), nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    for (const cl_device_id each : devices) {
      for (const cl_command_queue_properties properties :
           {cl_command_queue_properties(0),
            cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}) {
        queues.push_back(clCreateCommandQueue(context, each, properties, &error));
        ASSERT_EQ(error, CL_SUCCESS);
      }
    }
    queue = clCreateCommandQueue(context, device, 0, &error);
  }
  /// Enqueues a node on any queue, behind some that are there and perhaps a user event.
  void enqueue(std::vector<Node>& nodes, size_t index, cl_event gate, bool gate_fails) {
    Node& node = nodes[index];
    node.clock = &clock;
    std::vector<cl_event> list;
    for (size_t i = 0; index > 0 && i < random() % 4; ++i) {
      const size_t other = index - 1 - random() % std::min<size_t>(index, 20);
      node.waits.push_back(other);
      list.push_back(nodes[other].event);
      node.fails = node.fails || nodes[other].fails;
    }
    if (gate) {
      list.push_back(gate);
      node.fails = node.fails || gate_fails;
    }
    Node* argument = &node;
    ASSERT_EQ(clEnqueueNativeKernel(queues[random() % queues.size()], Node::run, &argument,
                                    sizeof argument, 0, nullptr, nullptr, cl_uint(list.size()),
                                    list.empty() ? nullptr : list.data(), &node.event),
              CL_SUCCESS);
  }
  void finish() {
    for (const auto& each : queues) {
      ASSERT_EQ(clFlush(each), CL_SUCCESS);
    }
    for (const auto& each : queues) {
      ASSERT_EQ(clFinish(each), CL_SUCCESS);
    }
  }
  void check(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      if (node.fails) {
        EXPECT_LT(status(node.event), 0);
        EXPECT_EQ(node.begin, 0) << "runs though it failed";
        continue;
      }
      EXPECT_EQ(status(node.event), CL_COMPLETE);
      EXPECT_GT(node.begin, 0);
      for (const size_t other : node.waits) {
        EXPECT_LT(nodes[other].end, node.begin);
      }
    }
  }
  std::vector<Owned<cl_device_id>> parts;
  std::vector<Owned<cl_command_queue>> queues;
  std::atomic<int> clock = 0;
  std::mt19937 random{1};
};

TEST_F(EventGraph, WhatWaitsComesLater) {
  std::vector<Node> nodes(1000);
  for (size_t i = 0; i < nodes.size(); ++i) {
    enqueue(nodes, i, nullptr, false);
    if (random() % 50 == 0) {
      EXPECT_EQ(clFlush(queues[random() % queues.size()]), CL_SUCCESS);
    }
  }
  finish();
  check(nodes);
}

TEST_F(EventGraph, FailureGoesAlongTheEdgesOnly) {
  std::vector<Node> nodes(600);
  std::vector<Owned<cl_event>> gates;
  std::vector<bool> failing;
  for (size_t i = 0; i < nodes.size(); ++i) {
    cl_event gate = nullptr;
    if (i % 40 == 0) {
      gates.push_back(make_user_event());
      failing.push_back(gates.size() % 3 == 0);
      gate = gates.back();
    }
    enqueue(nodes, i, gate, gate && failing.back());
    if (random() % 100 == 0) {
      EXPECT_EQ(clFlush(queues[random() % queues.size()]), CL_SUCCESS);
    }
  }
  for (size_t i = gates.size(); i-- > 0;) { // the other way round than they are waited for
    EXPECT_EQ(clSetUserEventStatus(gates[i], failing[i] ? -17 : CL_COMPLETE), CL_SUCCESS);
  }
  finish();
  check(nodes);
  const auto failed = std::ranges::count_if(nodes, &Node::fails);
  EXPECT_GT(failed, 20);
  EXPECT_LT(failed, 580);
}

/// One command fails; of those behind it, in one batch with it or not, those fail that wait for it.
class FailureInBatches : public ClBinaryTest {
protected:
  void run(bool in_order, unsigned flushes) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    const Owned<cl_kernel> fails = kernel("fails");
    const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uint>(24, 0));
    std::vector<Owned<cl_event>> events(6);
    const size_t one = 1;
    const auto fill = [&](size_t index, std::vector<cl_event> list) {
      const auto value = cl_uint(index);
      ASSERT_EQ(clEnqueueFillBuffer(on, buffer, &value, 4, index * 16, 16, cl_uint(list.size()),
                                    list.empty() ? nullptr : list.data(), &events[index]),
                CL_SUCCESS);
      if (flushes >> index & 1) {
        ASSERT_EQ(clFlush(on), CL_SUCCESS);
      }
    };
    fill(0, {});
    ASSERT_EQ(clEnqueueNDRangeKernel(on, fails, 1, nullptr, &one, &one, 0, nullptr, &events[1]),
              CL_SUCCESS);
    if (flushes >> 1 & 1) {
      ASSERT_EQ(clFlush(on), CL_SUCCESS);
    }
    fill(2, {});
    fill(3, {events[2], events[1]});
    fill(4, {events[2]});
    fill(5, {events[3], events[0]});
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    for (const size_t index : {0, 2, 4}) {
      EXPECT_EQ(status(events[index]), CL_COMPLETE) << in_order << ' ' << flushes << ' ' << index;
    }
    EXPECT_EQ(status(events[1]), CL_OUT_OF_HOST_MEMORY);
    for (const size_t index : {3, 5}) {
      EXPECT_EQ(status(events[index]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
          << in_order << ' ' << flushes << ' ' << index;
    }
    // A blocking command returns its own status.
    cl_uint value = 77;
    ASSERT_EQ(clEnqueueNDRangeKernel(on, fails, 1, nullptr, &one, &one, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(on, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_NE(value, 77u);
  }
};

TEST_F(FailureInBatches, OnlyWhatWaitsForTheFailedFails) {
  for (unsigned flushes = 0; flushes < 32; ++flushes) {
    run(true, flushes);
    run(false, flushes);
  }
}

} // namespace
