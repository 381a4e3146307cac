// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that many threads share.
#include "scheduler_fixture.h"

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace {

using namespace host_test;
using namespace std::chrono_literals;

/// Parts that can only end together: all threads have been told, by one another.
TEST(SchedulerTeams, allThreadsTakePart) {
  constexpr uint32_t slots = 24;
  TestScheduler scheduler(slots);
  for (int round = 0; round < 20; ++round) {
    TestTask task(scheduler);
    std::atomic<uint32_t> here = 0;
    task.work = [&](uint64_t) {
      for (++here; here < slots;) {
        std::this_thread::yield();
      }
    };
    push(scheduler, task, slots, large);
    if (round % 2 == 0) { // otherwise nobody helps
      ASSERT_TRUE(wait(scheduler, task.ended));
    }
    while (!task.ended.happened()) {
      std::this_thread::sleep_for(100us);
    }
    ASSERT_TRUE(wait(scheduler, task.ended));
    EXPECT_EQ(task.slots_seen.size(), slots);
  }
}

/// Runs a function on a thread that takes the slot `preferred` of `slots` if it is free.
template <typename Function>
std::thread on_thread_with_slot(uint32_t preferred, uint32_t slots, const Function& function) {
  for (;;) {
    std::atomic<int> is_right = -1;
    std::thread thread([&is_right, preferred, slots, function] {
      const bool right = shard_of_this_thread() % slots == preferred;
      is_right = right ? 1 : 0;
      if (right) {
        function();
      }
    });
    while (is_right < 0) {
      std::this_thread::yield();
    }
    if (is_right == 1) {
      return thread;
    }
    thread.join();
  }
}

/// A worker that has run something in the first slot, as its own was held, and then goes on in its
/// own: the first slot's worker has to be told, though the slot was held when the launch began.
TEST(SchedulerTeams, nobodyIsMissingForASlotThatIsHeldForAMoment) {
  constexpr uint32_t slots = 3;
  TestScheduler scheduler(slots);
  std::atomic<uint32_t> helping = 0, here = 0;
  std::atomic<bool> others_leave = false, first_leaves = false, given_up = false;
  std::vector<std::thread> helpers;
  for (const uint32_t slot : {1u, 2u}) {
    helpers.push_back(on_thread_with_slot(slot, slots, [&, slot] {
      TestTask task(scheduler);
      task.work_on_slot = [&](const Slot& held) {
        EXPECT_EQ(held.index, slot);
        for (++helping; !others_leave;) {
          std::this_thread::yield();
        }
      };
      push(scheduler, task, 1, small);
      ASSERT_TRUE(wait(scheduler, task.ended));
    }));
    while (helping < slot) {
      std::this_thread::yield();
    }
  }
  TestTask first(scheduler), second(scheduler);
  first.work_on_slot = [&](const Slot& held) {
    EXPECT_EQ(held.index, 0u);
    for (++helping; !first_leaves;) {
      std::this_thread::yield();
    }
  };
  push(scheduler, first, 1, small); // the watchdog tells a worker
  while (helping < 3) {
    std::this_thread::yield();
  }
  others_leave = true;
  for (std::thread& helper : helpers) {
    helper.join();
  }
  second.work = [&](uint64_t) {
    for (++here; here < slots && !given_up;) {
      std::this_thread::yield();
    }
  };
  push(scheduler, second, slots, large);
  while (here < 1) {
    std::this_thread::yield();
  }
  first_leaves = true;
  for (int i = 0; i < 10'000 && !second.ended.happened(); ++i) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(second.ended.happened());
  given_up = true;
  ASSERT_TRUE(wait(scheduler, second.ended));
}

/// Two launches, each for some of the threads, run beside each other on different ones.
TEST(SchedulerTeams, independentTasksShareTheThreads) {
  TestScheduler scheduler(6, false);
  TestTask first(scheduler), second(scheduler);
  std::atomic<uint32_t> here = 0;
  first.work = second.work = [&](uint64_t) {
    for (++here; here < 6;) { // only all six together come to an end
      std::this_thread::yield();
    }
  };
  ASSERT_TRUE(scheduler.start());
  for (TestTask* task : {&first, &second}) {
    task->rearm(3, large, 3);
    scheduler.push(scheduler.lock(), *task->domain, *task);
    while (task == &first && here < 3) {
      std::this_thread::yield();
    }
  }
  ASSERT_TRUE(wait(scheduler, first.ended));
  ASSERT_TRUE(wait(scheduler, second.ended));
}

/// Launches of many application threads at once, large and small, in chains and alone.
TEST(SchedulerTeams, stress) {
  for (const bool helping : {true, false}) {
    TestScheduler scheduler(5, helping);
    std::vector<std::thread> threads;
    for (int i = 0; i < 40; ++i) { // more than there are shards and teams
      threads.emplace_back([&, i] {
        for (int round = 0; round < 60; ++round) {
          TestTask tasks[] = {TestTask(scheduler), TestTask(scheduler), TestTask(scheduler)};
          for (int k = 0; k < 3; ++k) {
            tasks[k].next = k < 2 ? &tasks[k + 1] : nullptr;
            tasks[k].rearm(uint64_t(1 + (i + k * round) % 40), (i + k) % 2 == 0 ? large : small);
          }
          const uint64_t parts = tasks[0].parts;
          push(scheduler, tasks[0], parts, round % 2 == 0 ? large : small);
          if (round % 5 == 0) {
            while (!tasks[2].ended.happened()) {
              std::this_thread::sleep_for(50us);
            }
          }
          ASSERT_TRUE(wait(scheduler, tasks[2].ended));
          for (TestTask& task : tasks) {
            EXPECT_EQ(task.runs, task.parts);
            EXPECT_EQ(task.begun, 1u);
          }
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }
}

/// Repeated launches over the same range give each thread that takes part the range that it had.
TEST(SchedulerTeams, sameParts) {
  TestScheduler scheduler(4);
  std::mutex mutex;
  std::map<uint64_t, std::set<uint32_t>> slots_of_part;
  for (int round = 0; round < 10; ++round) {
    TestTask task(scheduler);
    std::atomic<uint32_t> here = 0;
    task.work = [&](uint64_t) {
      for (++here; here < 4;) {
        std::this_thread::yield();
      }
    };
    task.work_with_part = [&](uint64_t number, const Slot& slot) {
      const std::lock_guard guard(mutex);
      slots_of_part[number].insert(slot.index);
    };
    push(scheduler, task, 4, large);
    ASSERT_TRUE(wait(scheduler, task.ended));
  }
  size_t most = 0;
  for (const auto& [part, seen] : slots_of_part) {
    most += seen.size();
  }
  EXPECT_LT(most, 12u) << "of 16 if they move about"; // a late thread's parts are stolen
}

} // namespace
