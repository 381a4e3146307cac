// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots give back the memory that they have kept.
#include "scheduler_fixture.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

namespace {

using namespace host_test;
using namespace std::chrono_literals;

TEST(SchedulerTrim, givesBackWhatSlotsHaveKept) {
  constexpr uint32_t slots = 3;
  TestScheduler scheduler(slots);
  constexpr size_t much = size_t(8) << 20, little = size_t(4) << 10;
  std::atomic<size_t> kept = 0;
  const auto run = [&](size_t reserved) { // on each of the slots
    TestTask task(scheduler);
    std::atomic<uint32_t> here = 0;
    kept = 0;
    task.work_on_slot = [&](Slot& slot) {
      kept += slot.memory.scratch.bytes();
      EXPECT_TRUE(slot.memory.scratch.reserve(reserved));
      for (++here; here < slots;) {
        std::this_thread::yield();
      }
    };
    push(scheduler, task, slots, large);
    ASSERT_TRUE(wait(scheduler, task.ended));
  };
  run(much);
  run(little);
  EXPECT_EQ(kept, slots * much) << "for the next launch";
  scheduler.trim();
  run(little);
  EXPECT_EQ(kept, 0u);
  scheduler.trim();
  run(little);
  EXPECT_EQ(kept, slots * little) << "little is kept";
}

/// The thread that holds a slot gives back what it has kept when it gives back the slot.
TEST(SchedulerTrim, includesSlotsInUse) {
  TestScheduler scheduler(1);
  constexpr size_t much = size_t(8) << 20;
  TestTask task(scheduler), after(scheduler);
  task.work_on_slot = [&](Slot& slot) {
    EXPECT_TRUE(slot.memory.scratch.reserve(much));
    scheduler.trim();
    EXPECT_EQ(slot.memory.scratch.bytes(), much) << "in use";
  };
  push(scheduler, task, 1, large);
  ASSERT_TRUE(wait(scheduler, task.ended));
  std::this_thread::sleep_for(10ms); // until its thread has no more to do
  after.work_on_slot = [&](Slot& slot) { EXPECT_EQ(slot.memory.scratch.bytes(), 0u); };
  push(scheduler, after, 1, large);
  ASSERT_TRUE(wait(scheduler, after.ended));
}

/// While a slot's memory is given back nobody else has the slot, and a task that comes meanwhile is
/// begun afterwards, although nothing waits for it that would look again.
TEST(SchedulerTrim, workThatComesMeanwhileIsBegun) {
  TestScheduler scheduler(1);
  TestTask task(scheduler);
  task.work_on_slot = [](Slot& slot) { // as much as takes a while to give back
    constexpr size_t much = size_t(256) << 20;
    ASSERT_TRUE(slot.memory.scratch.reserve(much));
    std::memset(slot.memory.scratch.data(), 1, much);
  };
  push(scheduler, task, 1, large);
  ASSERT_TRUE(wait(scheduler, task.ended));
  std::this_thread::sleep_for(10ms); // until its thread has no more to do
  std::atomic<bool> is_begun = false;
  std::thread trims([&] {
    is_begun = true;
    scheduler.trim();
  });
  while (!is_begun) {
    std::this_thread::yield();
  }
  std::this_thread::sleep_for(1ms);
  std::atomic<bool> ran = false;
  TestTask after(scheduler);
  after.work_on_slot = [&](Slot&) { ran = true; };
  push(scheduler, after, 1, large);
  const auto end = std::chrono::steady_clock::now() + 5s;
  while (!ran && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(ran);
  trims.join();
  ASSERT_TRUE(wait(scheduler, after.ended));
}

} // namespace
