// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small work is left to the thread that waits, large work is shared; what is skipped, and the time
// that is measured.
#include "scheduler_fixture.h"

#include "threads/clock.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace {

using namespace host_test;
using namespace std::chrono_literals;

TEST(Scheduler, smallWorkRunsOnTheThreadThatWaits) {
  TestScheduler scheduler(2);
  int elsewhere = 0;
  for (int i = 0; i < 200; ++i) {
    TestTask task(scheduler);
    push(scheduler, task, 1, small);
    ASSERT_TRUE(wait(scheduler, task.ended));
    elsewhere += task.threads_seen.count(std::this_thread::get_id()) == 1 ? 0 : 1;
  }
  // The watchdog may hand one over now and then, if this thread was held up.
  EXPECT_LE(elsewhere, 50);
}

TEST(Scheduler, smallWorkIsHandedOverIfNobodyWaits) {
  TestScheduler scheduler(2);
  for (int i = 0; i < 50; ++i) {
    TestTask task(scheduler);
    push(scheduler, task, 1, small);
    const auto limit = std::chrono::steady_clock::now() + 20s;
    while (!task.ended.happened() && std::chrono::steady_clock::now() < limit) {
      std::this_thread::sleep_for(20us);
    }
    ASSERT_TRUE(wait(scheduler, task.ended, now()));
    EXPECT_EQ(task.threads_seen.count(std::this_thread::get_id()), 0u);
  }
}

TEST(Scheduler, smallWorkNeedNotWaitForWhatIsBeforeIt) {
  TestScheduler scheduler(2);
  for (const bool helped : {false, true}) {
    TestTask tasks[] = {TestTask(scheduler), TestTask(scheduler)};
    std::atomic<int> inside = 0;
    for (TestTask& task : tasks) {
      task.work = [&](uint64_t) { // they can only end if two threads run them
        ++inside;
        const auto limit = std::chrono::steady_clock::now() + 20s;
        while (inside < 2 && std::chrono::steady_clock::now() < limit) {
          std::this_thread::yield();
        }
      };
    }
    ASSERT_TRUE(scheduler.start());
    {
      const Lock lock = scheduler.lock();
      for (TestTask& task : tasks) {
        task.rearm(1, small);
        scheduler.push(lock, *task.domain, task);
      }
    }
    const auto begin = std::chrono::steady_clock::now();
    while (!helped && !(tasks[0].ended.happened() && tasks[1].ended.happened())) {
      std::this_thread::sleep_for(1ms);
    }
    for (TestTask& task : tasks) {
      ASSERT_TRUE(wait(scheduler, task.ended));
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    EXPECT_NE(tasks[0].threads_seen, tasks[1].threads_seen);
  }
}

TEST(Scheduler, largeWorkBeginsAtOnceAndIsShared) {
  TestScheduler scheduler(2);
  TestTask task(scheduler);
  std::atomic<int> inside = 0;
  task.work = [&](uint64_t) {
    // Each part waits for the other: they can only end if two threads run them.
    ++inside;
    const auto limit = std::chrono::steady_clock::now() + 20s;
    while (inside < 2 && std::chrono::steady_clock::now() < limit) {
      std::this_thread::yield();
    }
  };
  push(scheduler, task, 2, large);
  ASSERT_TRUE(wait(scheduler, task.ended));
  EXPECT_EQ(task.slots_seen.size(), 2u);
}

TEST(Scheduler, skippedPartsDoNotRun) {
  TestScheduler scheduler(2);
  TestTask task(scheduler);
  task.work = [&](uint64_t) { task.skip_rest(); };
  push(scheduler, task, 1'000'000, large);
  ASSERT_TRUE(wait(scheduler, task.ended));
  EXPECT_LE(task.runs, 2u);
}

TEST(Scheduler, measuresBusyTime) {
  TestScheduler scheduler(2);
  TestTask task(scheduler);
  task.work = [](uint64_t) { std::this_thread::sleep_for(2ms); };
  push(scheduler, task, 4, large);
  ASSERT_TRUE(wait(scheduler, task.ended));
  EXPECT_GE(task.busy, 8'000'000u);
}

} // namespace
