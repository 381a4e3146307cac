// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How threads are told of work: one by one, and as a tree.
#include "scheduler/worker.h"

#include <deque>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace {

using namespace host;

TEST(Worker, isToldOnceAndOnlyWhenIdle) {
  Worker worker;
  EXPECT_TRUE(worker.is_absent());
  EXPECT_EQ(worker.tell(5), Worker::Told::absent);
  EXPECT_EQ(worker.tell(6), Worker::Told::busy) << "it is about to come";
  EXPECT_EQ(worker.receive(), 5u);
  EXPECT_EQ(worker.tell(7), Worker::Told::busy);
  EXPECT_EQ(worker.receive(), 0u);
  worker.announce_idleness();
  EXPECT_TRUE(worker.is_idle());
  EXPECT_EQ(worker.tell(8), Worker::Told::told);
  worker.wait([] { return true; }); // returns
  EXPECT_EQ(worker.receive(), 8u);
}

/// Each message gets one answer, however long the worker has been idle.
TEST(Worker, losesNothing) {
  Worker worker;
  worker.index = 1;
  ASSERT_EQ(worker.tell(1), Worker::Told::absent);
  std::atomic<uint32_t> work = 0, done = 0;
  std::atomic<bool> stop = false;
  std::thread thread([&] {
    static_cast<void>(worker.receive());
    while (!stop) {
      if (work != 0) {
        --work;
        ++done;
        continue;
      }
      worker.announce_idleness();
      if (work == 0 && !stop) {
        worker.wait([&] { return done % 2 == 0; }); // or asleep at once
      }
      static_cast<void>(worker.receive());
    }
  });
  for (uint32_t i = 1; i <= 20'000; ++i) {
    ++work;
    static_cast<void>(worker.tell(2));
    if (i % 3 == 0) {
      while (done != i) { // hangs if it was lost
        std::this_thread::yield();
      }
    }
  }
  while (done != 20'000) {
    std::this_thread::yield();
  }
  stop = true;
  static_cast<void>(worker.tell(2));
  thread.join();
}

TEST(AwakeTime, isAsLongAsItPays) {
  AwakeTime awake;
  EXPECT_EQ(awake.limit(1), 0u);
  awake.idle_lasted(10'000);
  EXPECT_EQ(awake.limit(1), 20'000u);
  awake.idle_lasted(2'000);
  EXPECT_EQ(awake.limit(1), 20'000u);
  awake.idle_lasted(45'000);
  EXPECT_EQ(awake.limit(1), AwakeTime::max_time);
  for (int i = 0; i < 16; ++i) {
    awake.idle_lasted(1'000'000);
  }
  EXPECT_EQ(awake.limit(1), 0u);
}

/// Otherwise threads that were asleep would seem to have had longer pauses than there are.
TEST(AwakeTime, wakingIsNoPartOfThePause) {
  constexpr uint64_t pause = AwakeTime::max_time + AwakeTime::wake_time;
  AwakeTime awake;
  awake.idle_lasted(pause);
  EXPECT_EQ(awake.limit(1), 0u);
  awake.idle_lasted(pause, AwakeTime::wake_time);
  EXPECT_EQ(awake.limit(1), AwakeTime::max_time);
  awake.idle_lasted(pause + 1, AwakeTime::wake_time);
  EXPECT_EQ(awake.limit(1), AwakeTime::max_time / 2);
}

TEST(AwakeTime, leavesTheCoreToOthers) {
  AwakeTime awake;
  awake.idle_lasted(10'000);
  EXPECT_TRUE(awake.has_lost_core(30'000, 1, 1'000));
  EXPECT_EQ(awake.limit(2'000), 0u);
  EXPECT_EQ(awake.limit(1'000 + AwakeTime::rest_time), 20'000u);
  awake.leave_core(50'000'000);
  EXPECT_EQ(awake.limit(50'000'001), 0u);
  EXPECT_EQ(awake.limit(50'000'000 + AwakeTime::rest_time), 20'000u);
  AwakeTime never(false);
  never.idle_lasted(10'000);
  EXPECT_EQ(never.limit(1), 0u);
}

/// Of a virtual machine each core is gone for some 20 to 100 us many times a second.
TEST(AwakeTime, isNotLessForInterrupts) {
  AwakeTime awake;
  awake.idle_lasted(10'000);
  EXPECT_TRUE(awake.has_lost_core(30'000, 7, 1'000));
  constexpr uint64_t later = 1'000 + AwakeTime::rest_time;
  EXPECT_FALSE(awake.has_lost_core(30'000, 7, later));
  EXPECT_EQ(awake.limit(later), 20'000u);
  EXPECT_TRUE(awake.has_lost_core(30'000, 8, later));
  EXPECT_EQ(awake.limit(later), 0u);
  EXPECT_TRUE(awake.has_lost_core(AwakeTime::long_absence, 8, later)) << "a system may not count";
}

TEST(AwakeTime, hasALeast) {
  AwakeTime awake(true, 5'000);
  EXPECT_EQ(awake.limit(1), 5'000u);
  awake.idle_lasted(10'000);
  EXPECT_EQ(awake.limit(1), 20'000u);
  for (int i = 0; i < 16; ++i) {
    awake.idle_lasted(1'000'000);
  }
  EXPECT_EQ(awake.limit(1), 5'000u);
  EXPECT_TRUE(awake.has_lost_core(30'000, 1, 1'000));
  EXPECT_EQ(awake.limit(2'000), 0u);
  EXPECT_EQ(AwakeTime(false, 5'000).limit(1), 0u);
}

TEST(FirstToTell, isTheMiddleOneOrTheNextThatIsAwake) {
  const auto first = [](std::vector<bool> awake) {
    return first_to_tell(10, 10 + static_cast<uint32_t>(awake.size()),
                         [&](uint32_t i) { return awake.at(i - 10); });
  };
  EXPECT_EQ(first({false}), 10u);
  EXPECT_EQ(first({true, true, true, true}), 12u);
  EXPECT_EQ(first({true, true, false, true}), 13u);
  EXPECT_EQ(first({true, true, false, false}), 12u) << "nobody after it is awake";
}

} // namespace
