// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How threads are told of work: one by one, and as a tree.
#include "scheduler/worker.h"

#include <deque>
#include <gtest/gtest.h>
#include <thread>

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

/// As many messages as answers, at whatever moment of its idleness the worker is.
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

TEST(AwakeTime, leavesTheCoreToOthers) {
  AwakeTime awake;
  awake.idle_lasted(10'000);
  awake.has_lost_core(1'000);
  EXPECT_EQ(awake.limit(2'000), 0u);
  EXPECT_EQ(awake.limit(1'000 + AwakeTime::rest_time), 20'000u);
  AwakeTime never(false);
  never.idle_lasted(10'000);
  EXPECT_EQ(never.limit(1), 0u);
}

} // namespace
