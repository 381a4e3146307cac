// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"
#include "ndrange.h"

#include <chrono>
#include <mutex>
#include <thread>

namespace {

using namespace mux_test;

class Dispatch : public DeviceTest {
protected:
  mux_result_t dispatch(mux_command_buffer_t commands, mux_fence_t fence,
                        const std::vector<mux_semaphore_t>& waits = {},
                        const std::vector<mux_semaphore_t>& signals = {},
                        mux_dispatch_callback_t callback = nullptr, void* data = nullptr) {
    return muxDispatch(queue, commands, fence, waits.data(), waits.size(), signals.data(),
                       signals.size(), callback, data);
  }
  mux_result_t wait(mux_fence_t fence) { return muxTryWait(queue, mux_wait_forever, fence); }
  /// Cancels until no kernel has to be stopped any more.
  static void cancel(mux_command_buffer_t commands) {
    for (bool again = true; again;) {
      ASSERT_EQ(muxCancelCommandBuffer(commands, &again), mux_success);
      std::this_thread::sleep_for(std::chrono::microseconds(again ? 200 : 0));
    }
  }

  /// A finalized command buffer with one callback that calls a function.
  mux_command_buffer_t calling(std::function<void()>& function) {
    const mux_command_buffer_t commands = make_command_buffer();
    EXPECT_EQ(muxCommandUserCallback(commands, call, &function, nullptr, nullptr), mux_success);
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    return commands;
  }
  mux_command_buffer_t empty() {
    const mux_command_buffer_t commands = make_command_buffer();
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    return commands;
  }
  mux_command_buffer_t failing() {
    const mux_command_buffer_t commands = make_command_buffer();
    const mux_ndrange_t range = launch({1}, {1}, {});
    EXPECT_EQ(muxCommandNDRange(commands, make_kernel("fails"), &range, nullptr, nullptr),
              mux_success);
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    return commands;
  }
  static void call(mux_queue_t, mux_command_buffer_t, void* data) {
    (*static_cast<std::function<void()>*>(data))();
  }
};

TEST_P(Dispatch, emptyCommandBuffer) {
  const mux_fence_t fence = make_fence();
  ASSERT_EQ(dispatch(empty(), fence), mux_success);
  EXPECT_EQ(wait(fence), mux_success);
}

TEST_P(Dispatch, needsAFinalizedCommandBuffer) {
  EXPECT_EQ(dispatch(make_command_buffer(), nullptr), mux_error_invalid_state);
}

TEST_P(Dispatch, runsAgain) {
  int calls = 0;
  std::function<void()> count = [&] { ++calls; };
  const mux_command_buffer_t commands = calling(count);
  const mux_fence_t fence = make_fence();
  for (int i = 1; i <= 100; ++i) {
    ASSERT_EQ(dispatch(commands, fence), mux_success);
    ASSERT_EQ(wait(fence), mux_success);
    ASSERT_EQ(calls, i);
    ASSERT_EQ(muxResetFence(device, fence), mux_success);
  }
}

TEST_P(Dispatch, runsThoughNobodyWaits) {
  std::atomic<int> calls = 0;
  std::function<void()> count = [&] { ++calls; };
  for (int i = 1; i <= 20; ++i) {
    ASSERT_EQ(dispatch(calling(count), nullptr), mux_success);
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (calls < i && std::chrono::steady_clock::now() < limit) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    ASSERT_EQ(calls, i);
  }
}

TEST_P(Dispatch, cannotRunTwiceAtOnce) {
  std::atomic<bool> go = false;
  std::function<void()> block = [&] {
    while (!go) {
      std::this_thread::yield();
    }
  };
  const mux_command_buffer_t commands = calling(block);
  const mux_fence_t fence = make_fence();
  ASSERT_EQ(dispatch(commands, fence), mux_success);
  EXPECT_EQ(dispatch(commands, nullptr), mux_error_invalid_state);
  EXPECT_EQ(muxResetCommandBuffer(commands), mux_error_invalid_state);
  EXPECT_EQ(muxResetFence(device, fence), mux_error_invalid_state);
  go = true;
  EXPECT_EQ(wait(fence), mux_success);
  EXPECT_EQ(muxResetFence(device, fence), mux_success);
  EXPECT_EQ(muxResetCommandBuffer(commands), mux_success);
}

TEST_P(Dispatch, fencesMustBeReset) {
  const mux_fence_t fence = make_fence();
  const mux_command_buffer_t commands = empty();
  ASSERT_EQ(dispatch(commands, fence), mux_success);
  ASSERT_EQ(wait(fence), mux_success);
  EXPECT_EQ(dispatch(commands, fence), mux_error_invalid_state);
  ASSERT_EQ(muxResetFence(device, fence), mux_success);
  EXPECT_EQ(dispatch(commands, fence), mux_success);
  EXPECT_EQ(wait(fence), mux_success);
}

TEST_P(Dispatch, semaphoresOrder) {
  std::vector<int> order;
  std::function<void()> first = [&] { order.push_back(1); };
  std::function<void()> second = [&] { order.push_back(2); };
  std::function<void()> third = [&] { order.push_back(3); };
  const mux_semaphore_t one = make_semaphore(), two = make_semaphore();
  const mux_fence_t fence = make_fence();
  // Given in the opposite order: a wait may come before its signal.
  ASSERT_EQ(dispatch(calling(third), fence, {one, two}), mux_success);
  EXPECT_EQ(muxTryWait(queue, 1'000'000, fence), mux_fence_not_ready);
  EXPECT_EQ(muxResetSemaphore(device, one), mux_error_invalid_state);
  ASSERT_EQ(dispatch(calling(second), nullptr, {one}, {two}), mux_success);
  ASSERT_EQ(dispatch(calling(first), nullptr, {}, {one}), mux_success);
  ASSERT_EQ(wait(fence), mux_success);
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST_P(Dispatch, semaphoresStaySignalledUntilReset) {
  const mux_semaphore_t semaphore = make_semaphore();
  const mux_fence_t fence = make_fence();
  const mux_command_buffer_t commands = empty();
  ASSERT_EQ(dispatch(commands, fence, {}, {semaphore}), mux_success);
  ASSERT_EQ(wait(fence), mux_success);
  EXPECT_EQ(dispatch(commands, nullptr, {}, {semaphore}), mux_error_invalid_state);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(muxResetFence(device, fence), mux_success);
    ASSERT_EQ(dispatch(commands, fence, {semaphore}), mux_success);
    ASSERT_EQ(wait(fence), mux_success);
  }
  ASSERT_EQ(muxResetSemaphore(device, semaphore), mux_success);
  ASSERT_EQ(muxResetFence(device, fence), mux_success);
  ASSERT_EQ(dispatch(commands, fence, {}, {semaphore}), mux_success);
  ASSERT_EQ(wait(fence), mux_success);
}

TEST_P(Dispatch, semaphoresOrderAlsoBehindAFailure) {
  int calls = 0;
  std::function<void()> count = [&] { ++calls; };
  const mux_semaphore_t one = make_semaphore(), two = make_semaphore();
  const mux_fence_t first = make_fence(), second = make_fence(), third = make_fence(),
                    late = make_fence();
  mux_result_t told = mux_success;
  const auto tell = [](mux_command_buffer_t, mux_result_t status, void* data) {
    *static_cast<mux_result_t*>(data) = status;
  };
  ASSERT_EQ(dispatch(calling(count), second, {one}, {two}), mux_success);
  ASSERT_EQ(dispatch(calling(count), third, {two}), mux_success);
  ASSERT_EQ(dispatch(failing(), first, {}, {one}, tell, &told), mux_success);
  EXPECT_EQ(wait(first), mux_error_out_of_memory);
  EXPECT_EQ(wait(second), mux_success);
  EXPECT_EQ(wait(third), mux_success);
  EXPECT_EQ(told, mux_error_out_of_memory);
  ASSERT_EQ(dispatch(calling(count), late, {one}), mux_success);
  EXPECT_EQ(wait(late), mux_success) << "it is signalled and stays so";
  EXPECT_EQ(calls, 3);
}

TEST_P(Dispatch, chainsGivenAtOnceRunInOrder) {
  constexpr uint32_t length = 20;
  std::vector<uint32_t> order;
  std::vector<std::function<void()>> notes(length);
  std::vector<mux_fence_t> fences;
  std::vector<mux_semaphore_t> semaphores;
  for (uint32_t i = 0; i < length; ++i) {
    notes[i] = [&order, i] { order.push_back(i); };
    fences.push_back(make_fence());
    semaphores.push_back(make_semaphore());
    const auto waits = i == 0 ? std::vector<mux_semaphore_t>{} : std::vector{semaphores[i - 1]};
    // Every third one is for the device alone.
    ASSERT_EQ(dispatch(i % 3 == 2 ? empty() : calling(notes[i]), fences[i], waits, {semaphores[i]}),
              mux_success);
  }
  for (const mux_fence_t fence : fences) {
    EXPECT_EQ(wait(fence), mux_success);
  }
  std::vector<uint32_t> expected;
  for (uint32_t i = 0; i < length; ++i) {
    if (i % 3 != 2) {
      expected.push_back(i);
    }
  }
  EXPECT_EQ(order, expected);
}

TEST_P(Dispatch, cancelStopsAKernelAndWhatComesAfterIt) {
  if (!GetParam()->stops_kernels) {
    GTEST_SKIP() << "the device runs kernels to their end";
  }
  void* data = nullptr;
  const mux_buffer_t buffer = make_buffer(64, &data);
  auto* words = static_cast<std::atomic<uint32_t>*>(data);
  std::fill_n(words, 16, 0);
  int calls = 0;
  std::function<void()> count = [&] { ++calls; };
  const mux_command_buffer_t commands = make_command_buffer();
  std::vector<mux_result_t> statuses;
  mux_command_info_t info = {};
  info.callback = [](const mux_command_report_t* report, void* list) {
    if (report->stage == mux_command_stage_complete) {
      static_cast<std::vector<mux_result_t>*>(list)->push_back(report->status);
    }
  };
  info.user_data = &statuses;
  const std::vector<mux_descriptor_t> arguments = {buffer_argument(buffer)};
  const mux_ndrange_t range = launch({4}, {1}, arguments);
  ASSERT_EQ(muxCommandUserCallback(commands, call, &count, &info, nullptr), mux_success);
  ASSERT_EQ(muxCommandNDRange(commands, make_kernel("spins"), &range, &info, nullptr), mux_success);
  ASSERT_EQ(muxCommandUserCallback(commands, call, &count, &info, nullptr), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  for (int i = 1; i <= 2; ++i) {
    const mux_fence_t fence = make_fence();
    ASSERT_EQ(dispatch(commands, fence), mux_success);
    while (i == 1 && words[1] == 0) { // the second time it has been cancelled already
      std::this_thread::yield();
    }
    cancel(commands);
    EXPECT_EQ(wait(fence), mux_error_cancelled);
    EXPECT_EQ(words[2], 0u);
    EXPECT_EQ(calls, 1);
  }
  EXPECT_EQ(statuses, (std::vector{mux_success, mux_error_cancelled, mux_error_cancelled,
                                   mux_error_cancelled, mux_error_cancelled, mux_error_cancelled}));
  // Once it is reset, it is as any other.
  ASSERT_EQ(muxResetCommandBuffer(commands), mux_success);
  ASSERT_EQ(muxCommandUserCallback(commands, call, &count, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  const mux_fence_t fence = make_fence();
  ASSERT_EQ(dispatch(commands, fence), mux_success);
  EXPECT_EQ(wait(fence), mux_success);
  EXPECT_EQ(calls, 2);
}

/// A thread that has just taken groups either does not begin them or is seen to run them.
TEST_P(Dispatch, cancelMeetsThreadsThatBegin) {
  if (!GetParam()->stops_kernels) {
    GTEST_SKIP() << "the device runs kernels to their end";
  }
  void* data = nullptr;
  const mux_buffer_t buffer = make_buffer(64, &data);
  std::fill_n(static_cast<uint32_t*>(data), 16, 0);
  const std::vector<mux_descriptor_t> arguments = {buffer_argument(buffer)};
  const mux_ndrange_t range = launch({4}, {1}, arguments);
  const mux_kernel_t kernel = make_kernel("spins");
  const mux_command_buffer_t commands = make_command_buffer();
  const mux_fence_t fence = make_fence();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(muxResetFence(device, fence), mux_success);
    ASSERT_EQ(muxResetCommandBuffer(commands), mux_success);
    ASSERT_EQ(muxCommandNDRange(commands, kernel, &range, nullptr, nullptr), mux_success);
    ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    ASSERT_EQ(dispatch(commands, fence), mux_success);
    const auto until = std::chrono::steady_clock::now() + std::chrono::nanoseconds(300 * i);
    while (std::chrono::steady_clock::now() < until) {
    }
    cancel(commands);
    ASSERT_EQ(wait(fence), mux_error_cancelled) << i;
  }
}

TEST_P(Dispatch, cancelEndsWhatHasNotBegun) {
  int calls = 0;
  const mux_command_buffer_t commands = make_command_buffer();
  bool again = false;
  std::function<void()> cancel_it = [&] {
    ++calls;
    EXPECT_EQ(muxCancelCommandBuffer(commands, &again), mux_success);
  };
  std::function<void()> count = [&] { ++calls; };
  ASSERT_EQ(muxCommandUserCallback(commands, call, &cancel_it, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxCommandUserCallback(commands, call, &count, nullptr, nullptr), mux_success);
  EXPECT_EQ(run(commands), mux_error_cancelled);
  EXPECT_EQ(calls, 1);
}

TEST_P(Dispatch, cancelLeavesAloneWhatIsOver) {
  int calls = 0;
  std::function<void()> count = [&] { ++calls; };
  const mux_command_buffer_t commands = calling(count);
  const mux_fence_t fence = make_fence();
  ASSERT_EQ(dispatch(commands, fence), mux_success);
  EXPECT_EQ(wait(fence), mux_success);
  bool again = true;
  EXPECT_EQ(muxCancelCommandBuffer(commands, &again), mux_success);
  EXPECT_FALSE(again);
  EXPECT_EQ(muxTryWait(queue, 0, fence), mux_success);
  EXPECT_EQ(calls, 1);
}

TEST_P(Dispatch, cancelErrors) {
  bool again = false;
  EXPECT_EQ(muxCancelCommandBuffer(nullptr, &again), mux_error_null_pointer);
  EXPECT_EQ(muxCancelCommandBuffer(empty(), nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxCancelCommandBuffer(make_command_buffer(), &again), mux_error_invalid_state);
  EXPECT_EQ(muxCancelCommandBuffer(wrong(mux_command_buffer_t()), &again),
            mux_error_invalid_object);
}

TEST_P(Dispatch, callbackMayRecycle) {
  struct Recycler {
    mux_device_t device;
    mux_queue_t queue;
    mux_semaphore_t semaphore;
    std::atomic<int> left;
    std::atomic<mux_result_t> result = mux_success;
    static void again(mux_command_buffer_t commands, mux_result_t status, void* data) {
      auto& self = *static_cast<Recycler*>(data);
      const auto keep = [&](mux_result_t result) {
        self.result = result != mux_success ? result : self.result.load();
      };
      keep(status);
      keep(muxResetSemaphore(self.device, self.semaphore));
      keep(muxResetCommandBuffer(commands));
      keep(muxFinalizeCommandBuffer(commands));
      if (--self.left > 0) {
        keep(muxDispatch(self.queue, commands, nullptr, nullptr, 0, &self.semaphore, 1, again,
                         data));
      }
    }
  } recycler = {device, queue, make_semaphore(), 50};
  ASSERT_EQ(dispatch(empty(), nullptr, {}, {recycler.semaphore}, Recycler::again, &recycler),
            mux_success);
  while (recycler.left > 0) {
    ASSERT_EQ(muxWaitAll(queue), mux_success);
  }
  ASSERT_EQ(muxWaitAll(queue), mux_success);
  EXPECT_EQ(recycler.result, mux_success);
}

TEST_P(Dispatch, waitAllWaitsForCallbacks) {
  std::atomic<bool> ended = false;
  const auto slow = [](mux_command_buffer_t, mux_result_t, void* data) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    *static_cast<std::atomic<bool>*>(data) = true;
  };
  ASSERT_EQ(dispatch(empty(), nullptr, {}, {}, slow, &ended), mux_success);
  ASSERT_EQ(muxWaitAll(queue), mux_success);
  EXPECT_TRUE(ended);
  EXPECT_EQ(muxWaitAll(nullptr), mux_error_null_pointer);
}

TEST_P(Dispatch, andWait) {
  int calls = 0;
  std::function<void()> count = [&] { ++calls; };
  const mux_command_buffer_t commands = calling(count);
  const mux_fence_t fence = make_fence();
  int told = 0;
  const auto tell = [](mux_command_buffer_t, mux_result_t, void* data) {
    ++*static_cast<int*>(data);
  };
  mux_result_t dispatched = mux_error_internal;
  for (int i = 1; i <= 100; ++i) {
    ASSERT_EQ(
        muxDispatchAndWait(queue, commands, fence, mux_wait_forever, tell, &told, &dispatched),
        mux_success);
    EXPECT_EQ(dispatched, mux_success);
    EXPECT_EQ(calls, i);
    EXPECT_EQ(told, i);
    EXPECT_EQ(muxDispatchAndWait(queue, commands, fence, 0, nullptr, nullptr, &dispatched),
              mux_error_invalid_state)
        << "the fence has not been reset";
    EXPECT_EQ(dispatched, mux_error_invalid_state);
    ASSERT_EQ(muxResetFence(device, fence), mux_success);
  }
  const mux_command_buffer_t fails = failing();
  EXPECT_EQ(
      muxDispatchAndWait(queue, fails, fence, mux_wait_forever, nullptr, nullptr, &dispatched),
      mux_error_out_of_memory);
  EXPECT_EQ(dispatched, mux_success);
}

TEST_P(Dispatch, andWaitRunsThoughTheCallerGoesAway) {
  std::atomic<int> calls = 0;
  std::function<void()> count = [&] { ++calls; };
  const mux_command_buffer_t commands = calling(count);
  const mux_fence_t fence = make_fence();
  mux_result_t dispatched = mux_error_internal;
  for (int i = 1; i <= 20; ++i) {
    const mux_result_t result =
        muxDispatchAndWait(queue, commands, fence, 0, nullptr, nullptr, &dispatched);
    EXPECT_TRUE(result == mux_success || result == mux_fence_not_ready);
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (calls < i && std::chrono::steady_clock::now() < limit) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    ASSERT_EQ(calls, i);
    ASSERT_EQ(wait(fence), mux_success);
    ASSERT_EQ(muxResetFence(device, fence), mux_success);
  }
}

TEST_P(Dispatch, anyNumberOfThreads) {
  constexpr int threads = 6, rounds = 200;
  std::atomic<int> calls = 0;
  std::function<void()> count = [&] { ++calls; };
  std::vector<mux_command_buffer_t> buffers;
  std::vector<mux_fence_t> fences;
  for (int i = 0; i < threads; ++i) {
    buffers.push_back(calling(count));
    fences.push_back(make_fence());
  }
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      for (int round = 0; round < rounds; ++round) {
        ASSERT_EQ(dispatch(buffers[i], fences[i]), mux_success);
        ASSERT_EQ(wait(fences[i]), mux_success);
        ASSERT_EQ(muxResetFence(device, fences[i]), mux_success);
      }
    });
  }
  for (std::thread& thread : running) {
    thread.join();
  }
  EXPECT_EQ(calls, threads * rounds);
}

TEST_P(Dispatch, longChainsOfSemaphores) {
  constexpr int length = 300;
  int calls = 0;
  std::function<void()> count = [&] { ++calls; };
  mux_semaphore_t before = nullptr;
  for (int i = 0; i < length; ++i) {
    const mux_semaphore_t after = make_semaphore();
    ASSERT_EQ(dispatch(calling(count), nullptr,
                       before ? std::vector{before} : std::vector<mux_semaphore_t>(), {after}),
              mux_success);
    before = after;
  }
  ASSERT_EQ(muxWaitAll(queue), mux_success);
  EXPECT_EQ(calls, length);
}

TEST_P(Dispatch, wrongParameters) {
  const mux_command_buffer_t commands = empty();
  mux_semaphore_t none = nullptr;
  EXPECT_EQ(muxDispatch(queue, commands, nullptr, &none, 1, nullptr, 0, nullptr, nullptr),
            mux_error_invalid_object);
  EXPECT_EQ(muxDispatch(queue, commands, nullptr, nullptr, 1, nullptr, 0, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxDispatch(queue, commands, nullptr, nullptr, 0, nullptr, 1, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(dispatch(nullptr, nullptr), mux_error_null_pointer);
  EXPECT_EQ(dispatch(commands, wrong(mux_fence_t())), mux_error_invalid_object);
  mux_result_t dispatched = mux_success;
  EXPECT_EQ(muxDispatchAndWait(queue, commands, nullptr, 0, nullptr, nullptr, &dispatched),
            mux_error_null_pointer);
  EXPECT_EQ(muxDispatchAndWait(queue, commands, make_fence(), 0, nullptr, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxDispatchAndWait(queue, make_command_buffer(), make_fence(), 0, nullptr, nullptr,
                               &dispatched),
            mux_error_invalid_state);
  EXPECT_EQ(muxTryWait(queue, 0, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxTryWait(nullptr, 0, make_fence()), mux_error_null_pointer);
}

INSTANTIATE_TEST_SUITE_P(Devices, Dispatch, testing::ValuesIn(all_devices()), device_name);

} // namespace
