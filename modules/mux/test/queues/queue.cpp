// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues that have part of a device.
#include "fixture.h"
#include "ndrange.h"

#include <cstring>
#include <thread>

namespace {

using namespace mux_test;

class Queue : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (GetParam()->units == nullptr) {
      GTEST_SKIP() << "the device gives no part of itself away";
    }
  }
  mux_result_t create(std::vector<uint32_t> units, mux_queue_t* out_queue, bool bound = false) {
    const mux_queue_info_t info = {
        mux_queue_type_compute,    units.data(), static_cast<uint32_t>(units.size()), bound,
        mux_queue_priority_normal, false};
    return muxCreateQueue(device, &info, allocator, out_queue);
  }
  /// Most groups at once, and the workers that ran them, of a launch on a queue.
  struct Seen {
    uint32_t running, most, workers;
  };
  Seen measure(mux_queue_t on) {
    void* data = nullptr;
    const mux_buffer_t buffer = make_buffer(sizeof(Seen), &data);
    std::memset(data, 0, sizeof(Seen));
    const std::vector arguments = {buffer_argument(buffer), buffer_argument(buffer, 4),
                                   buffer_argument(buffer, 8)};
    const mux_command_buffer_t commands = make_command_buffer();
    const mux_ndrange_t range = launch({2000}, {1}, arguments);
    EXPECT_EQ(muxCommandNDRange(commands, make_kernel("concurrency"), &range, nullptr, nullptr),
              mux_success);
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    const mux_fence_t fence = make_fence();
    EXPECT_EQ(muxDispatch(on, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
              mux_success);
    EXPECT_EQ(muxTryWait(on, mux_wait_forever, fence), mux_success);
    Seen seen;
    std::memcpy(&seen, data, sizeof seen);
    return seen;
  }
};

TEST_P(Queue, keepsToItsUnits) {
  const uint32_t last = GetParam()->compute_units - 1;
  for (const bool bound : {false, true}) {
    mux_queue_t part = nullptr;
    ASSERT_EQ(create({last}, &part, bound), mux_success);
    EXPECT_EQ(part->device, device);
    const Seen seen = measure(part);
    EXPECT_EQ(seen.most, 1u);
    EXPECT_EQ(seen.workers, 1u << (last % 32));
    EXPECT_EQ(muxWaitAll(part), mux_success);
    EXPECT_EQ(muxDestroyQueue(device, part, allocator), mux_success);
  }
}

TEST_P(Queue, ofAllUnitsIsLikeTheDevices) {
  std::vector<uint32_t> units(GetParam()->compute_units);
  for (uint32_t i = 0; i < units.size(); ++i) {
    units[i] = i;
  }
  mux_queue_t all = nullptr;
  ASSERT_EQ(create(units, &all), mux_success);
  EXPECT_LE(measure(all).most, units.size());
  EXPECT_EQ(muxDestroyQueue(device, all, allocator), mux_success);
}

TEST_P(Queue, waitsForItsWorkBeforeItGoes) {
  mux_queue_t part = nullptr;
  ASSERT_EQ(create({0}, &part), mux_success);
  std::atomic<bool> ended = false;
  const mux_command_buffer_t commands = make_command_buffer();
  const auto slowly = [](mux_queue_t, mux_command_buffer_t, void* data) {
    timespec time = {0, 20'000'000};
    nanosleep(&time, nullptr);
    *static_cast<std::atomic<bool>*>(data) = true;
  };
  ASSERT_EQ(muxCommandUserCallback(commands, slowly, &ended, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  ASSERT_EQ(muxDispatch(part, commands, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr),
            mux_success);
  EXPECT_EQ(muxDestroyQueue(device, part, allocator), mux_success);
  EXPECT_TRUE(ended);
}

TEST_P(Queue, ofAnyPriority) {
  for (const mux_queue_priority_e priority :
       {mux_queue_priority_normal, mux_queue_priority_low, mux_queue_priority_high}) {
    const uint32_t unit = 0;
    const mux_queue_info_t info = {mux_queue_type_compute, &unit, 1, false, priority, false};
    mux_queue_t part = nullptr;
    ASSERT_EQ(muxCreateQueue(device, &info, allocator, &part), mux_success);
    EXPECT_EQ(measure(part).most, 1u);
    EXPECT_EQ(muxDestroyQueue(device, part, allocator), mux_success);
  }
}

/// All commands have run, on this thread, when the dispatch returns.
TEST_P(Queue, onTheCallingThread) {
  const uint32_t unit = 0;
  mux_queue_info_t info = {mux_queue_type_compute,    &unit, 1, false,
                           mux_queue_priority_normal, true};
  mux_queue_t own = nullptr;
  if (!GetParam()->caller_queues) {
    EXPECT_EQ(muxCreateQueue(device, &info, allocator, &own), mux_error_feature_unsupported);
    return;
  }
  ASSERT_EQ(muxCreateQueue(device, &info, allocator, &own), mux_success);
  EXPECT_EQ(measure(own).most, 1u);
  std::vector<std::thread::id> ids;
  const auto note = [](mux_queue_t, mux_command_buffer_t, void* list) {
    static_cast<std::vector<std::thread::id>*>(list)->push_back(std::this_thread::get_id());
  };
  for (const auto order : {mux_command_order_in_order, mux_command_order_out_of_order}) {
    ids.clear();
    const mux_command_buffer_t commands = make_command_buffer(order);
    for (int i = 0; i < 5; ++i) {
      ASSERT_EQ(muxCommandUserCallback(commands, note, &ids, nullptr, nullptr), mux_success);
    }
    ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    for (size_t i = 1; i <= 3; ++i) {
      const mux_fence_t fence = make_fence();
      ASSERT_EQ(muxDispatch(own, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
                mux_success);
      EXPECT_EQ(ids, std::vector(5 * i, std::this_thread::get_id()));
      EXPECT_EQ(muxTryWait(own, 0, fence), mux_success);
    }
    const mux_semaphore_t semaphore = make_semaphore();
    EXPECT_EQ(muxDispatch(own, commands, nullptr, &semaphore, 1, nullptr, 0, nullptr, nullptr),
              mux_error_invalid_value);
    EXPECT_EQ(muxDispatch(own, commands, nullptr, nullptr, 0, &semaphore, 1, nullptr, nullptr),
              mux_success);
    EXPECT_EQ(muxWaitAll(own), mux_success);
  }
  EXPECT_EQ(muxDestroyQueue(device, own, allocator), mux_success);
}

TEST_P(Queue, creationFails) {
  mux_queue_t part = nullptr;
  EXPECT_EQ(create({}, &part), mux_error_invalid_value);
  EXPECT_EQ(create({GetParam()->compute_units}, &part), mux_error_invalid_value);
  EXPECT_EQ(create({0, 0}, &part), mux_error_invalid_value);
  EXPECT_EQ(create({0}, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxCreateQueue(device, nullptr, allocator, &part), mux_error_null_pointer);
  const uint32_t unit = 0;
  mux_queue_info_t info = {mux_queue_type_e(7), &unit, 1, false, mux_queue_priority_normal, false};
  EXPECT_EQ(muxCreateQueue(device, &info, allocator, &part), mux_error_invalid_value);
  info = {mux_queue_type_compute, nullptr, 1, false, mux_queue_priority_normal, false};
  EXPECT_EQ(muxCreateQueue(device, &info, allocator, &part), mux_error_invalid_value);
  info = {mux_queue_type_compute, &unit, 1, false, mux_queue_priority_e(3), false};
  EXPECT_EQ(muxCreateQueue(device, &info, allocator, &part), mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueue(wrong(device), &info, allocator, &part), mux_error_invalid_object);
  allocator.left = 0;
  EXPECT_EQ(create({0}, &part), mux_error_out_of_memory);
  allocator.left = INT64_MAX;
}

TEST_P(Queue, destructionFails) {
  EXPECT_EQ(muxDestroyQueue(device, queue, allocator), mux_error_invalid_value)
      << "the device owns it";
  EXPECT_EQ(muxDestroyQueue(device, nullptr, allocator), mux_error_null_pointer);
  EXPECT_EQ(muxDestroyQueue(device, wrong(queue), allocator), mux_error_invalid_object);
}

INSTANTIATE_TEST_SUITE_P(Devices, Queue, testing::ValuesIn(all_devices()), device_name);

} // namespace
