// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the scheduler's tests: a scheduler, and a task that calls functions.
#ifndef HOST_TEST_SCHEDULER_FIXTURE_H
#define HOST_TEST_SCHEDULER_FIXTURE_H

#include "scheduler/scheduler.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace host_test {

using namespace host;

/// With a domain of all its slots.
struct TestScheduler : Scheduler {
  explicit TestScheduler(uint32_t count, bool waiting_threads_help = true)
      : Scheduler(count, waiting_threads_help), everywhere(count) {}
  Domain everywhere;
};

/// A task that calls functions, and raises an event at its end.
class TestTask final : public Task {
public:
  explicit TestTask(TestScheduler& given) : scheduler(given) {}

  void begin(uint64_t) override { ++begun; }
  void run(uint64_t first, uint64_t last, Slot& slot) override {
    for (uint64_t part = first; part < last && !skips_rest(); ++part) {
      run_part(part, slot);
    }
  }
  void run_part(uint64_t part, Slot& slot) {
    ++runs;
    const uint32_t at_once = ++running;
    uint32_t seen = most;
    while (seen < at_once && !most.compare_exchange_weak(seen, at_once)) {
    }
    {
      const std::lock_guard lock(mutex);
      parts_seen.insert(part);
      slots_seen.insert(slot.index);
      threads_seen.insert(std::this_thread::get_id());
    }
    if (work) {
      work(part);
    }
    if (work_with_part) {
      work_with_part(part, slot);
    }
    if (work_on_slot) {
      work_on_slot(slot);
    }
    --running;
  }
  void end(Lock& lock) override {
    EXPECT_TRUE(lock.owns_lock());
    EXPECT_EQ(running, 0u);
    if (next != nullptr) {
      scheduler.push_next(lock, *domain, *next);
    }
    ended.raise();
  }

  TestScheduler& scheduler;
  Domain* domain = &scheduler.everywhere;
  std::function<void(uint64_t)> work;
  std::function<void(Slot&)> work_on_slot;
  std::function<void(uint64_t, Slot&)> work_with_part;
  TestTask* next = nullptr;
  Event ended;
  std::atomic<uint64_t> begun = 0, runs = 0;
  std::atomic<uint32_t> running = 0, most = 0;
  std::mutex mutex;
  std::set<uint64_t> parts_seen;
  std::set<uint32_t> slots_seen;
  std::set<std::thread::id> threads_seen;
};

inline void push(TestScheduler& scheduler, TestTask& task, uint64_t parts, uint64_t estimate) {
  ASSERT_TRUE(scheduler.start());
  task.rearm(parts, estimate);
  scheduler.push(scheduler.lock(), *task.domain, task);
}

inline bool wait(Scheduler& scheduler, Event& event, uint64_t deadline = UINT64_MAX) {
  return scheduler.wait(event, shard_of_this_thread(), deadline);
}

/// Pushes tasks at once, so that none begins before all are there, and waits for their ends.
inline void run_all(TestScheduler& scheduler, const std::vector<std::unique_ptr<TestTask>>& tasks) {
  ASSERT_TRUE(scheduler.start());
  {
    const Lock lock = scheduler.lock();
    for (const auto& task : tasks) {
      scheduler.push(lock, *task->domain, *task);
    }
  }
  for (const auto& task : tasks) {
    ASSERT_TRUE(wait(scheduler, task->ended));
  }
}

/// Estimates of work that one thread does alone, and of work that is shared.
inline constexpr uint64_t small = 1000;
inline constexpr uint64_t large = 10'000'000;

} // namespace host_test

#endif
