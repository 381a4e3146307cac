// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"
#include "ndrange.h"

#include <chrono>
#include <thread>

namespace {

using namespace mux_test;
using namespace std::chrono_literals;

class Fence : public DeviceTest {};

TEST_P(Fence, isNotReadyUntilSignalled) {
  const mux_fence_t fence = make_fence();
  EXPECT_EQ(muxTryWait(queue, 0, fence), mux_fence_not_ready);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(muxTryWait(queue, 20'000'000, fence), mux_fence_not_ready);
  const auto taken = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(taken, 20ms);
  EXPECT_LT(taken, 5s);
}

TEST_P(Fence, wakesEverybody) {
  const mux_fence_t fence = make_fence();
  const mux_command_buffer_t commands = make_command_buffer();
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  std::atomic<int> woken = 0;
  std::vector<std::thread> waiting;
  for (int i = 0; i < 5; ++i) {
    waiting.emplace_back([&] {
      EXPECT_EQ(muxTryWait(queue, mux_wait_forever, fence), mux_success);
      ++woken;
    });
  }
  std::this_thread::sleep_for(10ms);
  EXPECT_EQ(woken, 0);
  ASSERT_EQ(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
            mux_success);
  for (std::thread& thread : waiting) {
    thread.join();
  }
  EXPECT_EQ(woken, 5);
}

TEST_P(Fence, ofOneCommand) {
  // The second command blocks until the fence of the first has been seen.
  std::atomic<bool> go = false;
  const auto block = [](mux_queue_t, mux_command_buffer_t, void* data) {
    while (!*static_cast<std::atomic<bool>*>(data)) {
      std::this_thread::yield();
    }
  };
  const auto nothing = [](mux_queue_t, mux_command_buffer_t, void*) {};
  const mux_fence_t first = make_fence(), all = make_fence();
  mux_command_info_t info = {};
  info.fence = first;
  const mux_command_buffer_t commands = make_command_buffer();
  ASSERT_EQ(muxCommandUserCallback(commands, nothing, nullptr, &info, nullptr), mux_success);
  ASSERT_EQ(muxCommandUserCallback(commands, block, &go, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  std::thread waiting([&] {
    EXPECT_EQ(muxTryWait(queue, mux_wait_forever, first), mux_success);
    EXPECT_EQ(muxTryWait(queue, 0, all), mux_fence_not_ready);
    go = true;
  });
  ASSERT_EQ(muxDispatch(queue, commands, all, nullptr, 0, nullptr, 0, nullptr, nullptr),
            mux_success);
  waiting.join();
  EXPECT_EQ(muxTryWait(queue, mux_wait_forever, all), mux_success);
  EXPECT_EQ(muxDispatch(queue, commands, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr),
            mux_error_invalid_state)
      << "the command's fence has not been reset";
}

TEST_P(Fence, saysWhatFailed) {
  const mux_command_buffer_t commands = make_command_buffer();
  const mux_ndrange_t range = launch({1}, {1}, {});
  mux_command_info_t info = {};
  info.fence = make_fence();
  ASSERT_EQ(muxCommandNDRange(commands, make_kernel("fails"), &range, &info, nullptr), mux_success);
  EXPECT_EQ(run(commands), mux_error_out_of_memory);
  EXPECT_EQ(muxTryWait(queue, 0, info.fence), mux_error_out_of_memory);
  EXPECT_EQ(muxResetFence(device, info.fence), mux_success);
  EXPECT_EQ(muxTryWait(queue, 0, info.fence), mux_fence_not_ready);
}

TEST_P(Fence, canBeDestroyedAsSoonAsItIsSeen) {
  const mux_command_buffer_t commands = make_command_buffer();
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  for (int i = 0; i < 500; ++i) {
    mux_fence_t fence = nullptr;
    ASSERT_EQ(muxCreateFence(device, allocator, &fence), mux_success);
    ASSERT_EQ(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
              mux_success);
    while (muxTryWait(queue, i % 2 ? mux_wait_forever : 0, fence) == mux_fence_not_ready) {
    }
    muxDestroyFence(device, fence, allocator);
  }
}

TEST_P(Fence, wrongParameters) {
  mux_fence_t fence = nullptr;
  EXPECT_EQ(muxCreateFence(device, allocator, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxDestroyFence(device, nullptr, allocator), mux_error_null_pointer);
  EXPECT_EQ(muxResetFence(device, wrong(fence)), mux_error_invalid_object);
  allocator.left = 0;
  EXPECT_EQ(muxCreateFence(device, allocator, &fence), mux_error_out_of_memory);
  allocator.left = INT64_MAX;
}

INSTANTIATE_TEST_SUITE_P(Devices, Fence, testing::ValuesIn(all_devices()), device_name);

} // namespace
