// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues on the device where those of the host are wanted, and the other way round; default queues
// of several contexts, devices and threads. (What kernels do with them: test/kernel.)
#include "commands.h"
#include "sub_device_fixture.h"

#include <set>
#include <thread>

namespace {

constexpr cl_queue_properties on_device =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
constexpr cl_queue_properties default_on_device = on_device | CL_QUEUE_ON_DEVICE_DEFAULT;

Owned<cl_command_queue> make_device_queue(cl_context in, cl_device_id of,
                                          cl_queue_properties properties,
                                          cl_int expected = CL_SUCCESS) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  cl_int error = 1;
  Owned<cl_command_queue> made = clCreateCommandQueueWithProperties(in, of, list, &error);
  EXPECT_EQ(error, expected);
  EXPECT_EQ(cl_command_queue(made) != nullptr, expected == CL_SUCCESS);
  return made;
}

cl_command_queue default_of(cl_command_queue any) {
  return query_as<cl_command_queue>(
      [&](auto... args) { return clGetCommandQueueInfo(any, args...); }, CL_QUEUE_DEVICE_DEFAULT);
}

template <typename Base> class WithDeviceQueues : public Base {
protected:
  void SetUp() override {
    Base::SetUp();
    cl_device_device_enqueue_capabilities has = 0;
    ASSERT_EQ(clGetDeviceInfo(Base::device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof has, &has,
                              nullptr),
              CL_SUCCESS);
    if (!has) {
      GTEST_SKIP() << "the device has no queues of its own";
    }
  }
};

class DeviceQueueCommands : public WithDeviceQueues<CommandTest> {};

TEST_F(DeviceQueueCommands, NothingOfTheHostIsEnqueued) {
  const auto on_it = make_device_queue(context, device, on_device);
  for (const EnqueueRow& row : rows()) {
    cl_event event = nullptr;
    EXPECT_EQ(row.call({on_it, good, 0, nullptr, &event}), CL_INVALID_COMMAND_QUEUE) << row.name;
    EXPECT_FALSE(event) << row.name;
  }
  size_t local = 0;
  const size_t one = 1;
  EXPECT_EQ(clGetKernelSuggestedLocalWorkSize(on_it, nothing, 1, nullptr, &one, &local),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFlush(on_it), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(on_it), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clSetCommandQueueProperty(on_it, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr),
            CL_INVALID_COMMAND_QUEUE);
}

class DefaultQueues : public WithDeviceQueues<ClTest> {};

TEST_F(DefaultQueues, EachContextHasItsOwn) {
  const auto other = make_context();
  const Owned<cl_command_queue> its_queue = clCreateCommandQueue(other, device, 0, nullptr);
  const auto here = make_device_queue(context, device, default_on_device);
  const auto there = make_device_queue(other, device, on_device);
  EXPECT_EQ(default_of(queue), cl_command_queue(here));
  EXPECT_EQ(default_of(its_queue), nullptr);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, there), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(other, device, there), CL_SUCCESS);
  EXPECT_EQ(default_of(its_queue), cl_command_queue(there));
  EXPECT_EQ(default_of(queue), cl_command_queue(here));
}

/// What has replaced the default is what the next request for it gets.
TEST_F(DefaultQueues, TheReplacedOneIsTheDefault) {
  const auto first = make_device_queue(context, device, default_on_device);
  const auto second = make_device_queue(context, device, on_device);
  ASSERT_EQ(clSetDefaultDeviceCommandQueue(context, device, second), CL_SUCCESS);
  const auto again = make_device_queue(context, device, default_on_device);
  EXPECT_EQ(cl_command_queue(again), cl_command_queue(second));
  EXPECT_EQ(default_of(first), cl_command_queue(second));
}

TEST_F(DefaultQueues, ThreadsGetTheSame) {
  for (int round = 0; round < 200; ++round) {
    std::vector<Owned<cl_command_queue>> made(4);
    std::atomic<size_t> waiting = made.size();
    std::vector<std::thread> threads;
    for (auto& place : made) {
      threads.emplace_back([&] {
        for (--waiting; waiting != 0;) {
          std::this_thread::yield();
        }
        place = make_device_queue(context, device, default_on_device);
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    const std::set<cl_command_queue> different(made.begin(), made.end());
    ASSERT_EQ(different.size(), 1u) << round;
  }
}

class DeviceQueuesOfParts : public WithSubDevices<WithDeviceQueues<ClTest>> {};

TEST_F(DeviceQueuesOfParts, BelongToTheirDevice) {
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, parts[0], nullptr), CL_INVALID_DEVICE);
  make_device_queue(context, parts[0], on_device, CL_INVALID_DEVICE);
  const cl_device_id both[] = {parts[0], parts[1]};
  const Owned<cl_context> of_both = clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr);
  const auto first = make_device_queue(of_both, parts[0], default_on_device);
  const auto second = make_device_queue(of_both, parts[1], default_on_device);
  EXPECT_NE(cl_command_queue(first), cl_command_queue(second));
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(of_both, parts[1], first), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(default_of(first), cl_command_queue(first));
  EXPECT_EQ(default_of(second), cl_command_queue(second));
}

} // namespace
