// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever the number of slots: every part runs once, on no more threads than there are slots.
#include "scheduler_fixture.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace {

using namespace host_test;
using namespace std::chrono_literals;

class SchedulerSizes : public testing::TestWithParam<uint32_t> {};

TEST_P(SchedulerSizes, runsEachPartOnce) {
  TestScheduler scheduler(GetParam());
  for (const uint64_t parts : {1, 2, 7, 1000}) {
    for (const uint64_t estimate : {small, large}) {
      TestTask task(scheduler);
      push(scheduler, task, parts, estimate);
      ASSERT_TRUE(wait(scheduler, task.ended));
      EXPECT_EQ(task.runs, parts);
      EXPECT_EQ(task.begun, 1u);
      EXPECT_EQ(task.parts_seen.size(), parts);
      EXPECT_LT(*task.slots_seen.rbegin(), GetParam());
      EXPECT_LE(task.most, GetParam());
    }
  }
}

/// LANEWISE_HELP=0: threads that wait run nothing, and all that they wait for runs.
TEST_P(SchedulerSizes, waitingThreadsRunNothingIfTheyMustNot) {
  TestScheduler scheduler(GetParam(), false);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        TestTask first(scheduler), second(scheduler);
        first.next = &second;
        second.rearm(2, small);
        push(scheduler, first, round % 2 ? 1 : 7, round % 3 ? small : large);
        ASSERT_TRUE(wait(scheduler, second.ended));
        ASSERT_TRUE(first.ended.happened());
        EXPECT_EQ(first.threads_seen.count(std::this_thread::get_id()), 0u);
        EXPECT_EQ(second.threads_seen.count(std::this_thread::get_id()), 0u);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST_P(SchedulerSizes, neverMoreThreadsThanSlots) {
  TestScheduler scheduler(GetParam());
  std::atomic<uint32_t> running = 0, most = 0;
  const auto measure = [&](uint64_t) {
    const uint32_t now_running = ++running;
    uint32_t seen = most;
    while (seen < now_running && !most.compare_exchange_weak(seen, now_running)) {
    }
    std::this_thread::sleep_for(100us);
    --running;
  };
  std::vector<std::thread> threads; // more application threads than slots, all of which wait
  for (uint32_t i = 0; i < GetParam() + 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 5; ++round) {
        TestTask task(scheduler);
        task.work = measure;
        push(scheduler, task, 10, large);
        ASSERT_TRUE(wait(scheduler, task.ended));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_LE(most, GetParam());
}

TEST_P(SchedulerSizes, chainsRunThroughThoughNobodyWaits) {
  TestScheduler scheduler(GetParam());
  std::vector<std::unique_ptr<TestTask>> chain;
  for (int i = 0; i < 100; ++i) {
    chain.push_back(std::make_unique<TestTask>(scheduler));
    chain.back()->rearm(1, small);
    if (i > 0) {
      chain[i - 1]->next = chain[i].get();
    }
  }
  push(scheduler, *chain.front(), 1, small);
  while (!chain.back()->ended.happened()) {
    std::this_thread::sleep_for(100us);
  }
  ASSERT_TRUE(wait(scheduler, chain.back()->ended));
}

INSTANTIATE_TEST_SUITE_P(Slots, SchedulerSizes, testing::Values(1u, 2u, 3u, 8u));

} // namespace
