// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that wait: until a deadline, or until their event has happened.
#include "scheduler_fixture.h"

#include "threads/clock.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace {

using namespace host_test;
using namespace std::chrono_literals;

TEST(Scheduler, waitGivesUpInTime) {
  TestScheduler scheduler(2);
  Event never;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(wait(scheduler, never, now() + 20'000'000));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
  EXPECT_FALSE(wait(scheduler, never, 0));
}

TEST(Scheduler, helpersLeaveWhenTheirEventHappens) {
  TestScheduler scheduler(2);
  TestTask endless(scheduler);
  Event wanted;
  std::atomic<bool> stop = false;
  endless.work = [&](uint64_t) {
    if (!stop) {
      std::this_thread::sleep_for(1ms);
    }
  };
  push(scheduler, endless, 1'000'000'000, large);
  std::thread raiser([&] {
    std::this_thread::sleep_for(10ms);
    wanted.raise();
  });
  EXPECT_TRUE(wait(scheduler, wanted));
  EXPECT_FALSE(endless.ended.happened());
  raiser.join();
  stop = true;
  endless.skip_rest();
  EXPECT_TRUE(wait(scheduler, endless.ended));
}

} // namespace
