// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Domains: parts of a device and priorities; lines within one.
#include "scheduler_fixture.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <sched.h>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace host_test;
using namespace std::chrono_literals;

class Domains : public testing::Test {
protected:
  static Domain of(const std::vector<uint32_t>& slots, const std::vector<uint32_t>& cpus = {}) {
    return Domain(slots, CpuSet(cpus));
  }
  static Domain of(Priority priority) { return Domain(std::vector{0u, 1u, 2u, 3u}, {}, priority); }
  TestScheduler scheduler{4};
  const std::thread::id helper = std::this_thread::get_id();
};

TEST_F(Domains, useTheirSlotsOnly) {
  Domain domain = of({1, 3});
  EXPECT_EQ(domain.width(), 2u);
  for (const uint64_t estimate : {small, large}) {
    TestTask task(scheduler);
    task.domain = &domain;
    task.work = [](uint64_t) { std::this_thread::sleep_for(1ms); };
    push(scheduler, task, 20, estimate);
    ASSERT_TRUE(wait(scheduler, task.ended));
    EXPECT_EQ(task.runs, 20u);
    EXPECT_LE(task.most, 2u);
    for (const uint32_t slot : task.slots_seen) {
      EXPECT_TRUE(slot == 1 || slot == 3) << slot;
    }
  }
}

TEST_F(Domains, runBesideEachOther) {
  Domain left = of({0}), right = of({1});
  TestTask first(scheduler), second(scheduler);
  first.domain = &left;
  second.domain = &right;
  std::atomic<int> arrived = 0;
  const auto meet = [&](uint64_t) {
    for (++arrived; arrived < 2;) {
      std::this_thread::yield(); // comes to an end only if both run at once
    }
  };
  first.work = second.work = meet;
  push(scheduler, first, 1, large);
  push(scheduler, second, 1, large);
  ASSERT_TRUE(wait(scheduler, first.ended));
  ASSERT_TRUE(wait(scheduler, second.ended));
}

TEST_F(Domains, takeTurns) {
  TestScheduler one(1);
  Domain busy = of({0}), other = of({0});
  std::vector<std::unique_ptr<TestTask>> tasks;
  std::mutex mutex;
  std::vector<int> order;
  const auto add = [&](Domain& domain, int name) {
    tasks.push_back(std::make_unique<TestTask>(one));
    tasks.back()->domain = &domain;
    tasks.back()->work = [&, name](uint64_t) {
      const std::lock_guard guard(mutex);
      order.push_back(name);
    };
    tasks.back()->rearm(1, small);
  };
  for (int i = 0; i < 10; ++i) {
    add(busy, 0);
  }
  add(other, 1);
  run_all(one, tasks);
  const auto place = std::find(order.begin(), order.end(), 1) - order.begin();
  EXPECT_LE(place, 2) << "ten tasks of another domain came first";
}

TEST_F(Domains, tasksOfHigherPriorityComeFirst) {
  TestScheduler one(1);
  const std::vector<uint32_t> slot = {0};
  Domain low(slot, {}, Priority::low), normal(slot, {}), high(slot, {}, Priority::high);
  std::vector<std::unique_ptr<TestTask>> tasks;
  std::vector<Priority> order; // of one slot's tasks
  for (Domain* domain : {&low, &normal, &low, &high, &normal, &high}) {
    tasks.push_back(std::make_unique<TestTask>(one));
    tasks.back()->domain = domain;
    tasks.back()->work = [&order, domain](uint64_t) { order.push_back(domain->priority()); };
    tasks.back()->rearm(1, small);
  }
  run_all(one, tasks);
  EXPECT_TRUE(std::ranges::is_sorted(order, std::ranges::greater()));
}

TEST_F(Domains, teamsYieldToHigherPriority) {
  struct Urgent {
    uint64_t parts, estimate;
  };
  for (const auto& [below, above] : {std::pair{Priority::low, Priority::normal},
                                     {Priority::low, Priority::high},
                                     {Priority::normal, Priority::high}}) {
    for (const Urgent& each : {Urgent{100, large}, {1, small}}) { // a team, a listed task
      Domain behind = of(below), before = of(above);
      TestTask background(scheduler), urgent(scheduler);
      background.domain = &behind;
      urgent.domain = &before;
      background.work = urgent.work = [](uint64_t) { std::this_thread::sleep_for(200us); };
      constexpr uint64_t parts = 4000;
      push(scheduler, background, parts, large);
      while (background.runs < 40) { // on all slots
        std::this_thread::yield();
      }
      push(scheduler, urgent, each.parts, each.estimate);
      ASSERT_TRUE(wait(scheduler, urgent.ended));
      EXPECT_LT(background.runs, parts / 2);
      ASSERT_TRUE(wait(scheduler, background.ended));
      EXPECT_EQ(background.runs, parts);
    }
  }
}

/// A chain of tasks, as the commands of a batch are, does not keep all others waiting.
TEST_F(Domains, linesOfOneDomainTakeTurns) {
  TestScheduler one(1);
  Line busy, other;
  std::vector<std::unique_ptr<TestTask>> tasks;
  std::vector<int> order;
  const auto add = [&](Line& line, int name) {
    tasks.push_back(std::make_unique<TestTask>(one));
    tasks.back()->line = &line;
    tasks.back()->work = [&, name](uint64_t) { order.push_back(name); }; // one slot, one thread
    tasks.back()->rearm(1, small);
  };
  for (int i = 0; i < 10; ++i) { // each pushes the next when it ends
    add(busy, 0);
    if (i > 0) {
      tasks[static_cast<size_t>(i) - 1]->next = tasks.back().get();
    }
  }
  TestTask& last = *tasks.back();
  for (int i = 0; i < 10; ++i) { // all there from the start
    add(busy, 0);
  }
  add(other, 1);
  add(other, 1);
  ASSERT_TRUE(one.start());
  {
    const Lock lock = one.lock(); // nobody begins before all is there
    one.push(lock, one.everywhere, *tasks.front());
    for (size_t i = 10; i < tasks.size(); ++i) {
      one.push(lock, one.everywhere, *tasks[i]);
    }
  }
  for (const auto& task : tasks) {
    ASSERT_TRUE(wait(one, task->ended));
  }
  ASSERT_TRUE(last.ended.happened());
  ASSERT_EQ(order.size(), tasks.size());
  const auto first = std::find(order.begin(), order.end(), 1);
  EXPECT_LE(first - order.begin(), 1);
  EXPECT_LE(std::find(first + 1, order.end(), 1) - order.begin(), 3);
}

/// A thread that waits for another domain does not help; the work is done soon all the same.
TEST_F(Domains, stayOnTheirCpus) {
  const std::vector<uint32_t> cpus = CpuSet::of_this_thread().list();
  ASSERT_FALSE(cpus.empty());
  Domain bound = of({0, 1}, {cpus.back()});
  std::set<uint32_t> seen;
  for (const uint64_t estimate : {small, large}) {
    TestTask task(scheduler);
    task.domain = &bound;
    task.work = [&](uint64_t) {
      const std::lock_guard guard(task.mutex);
      if (std::this_thread::get_id() != helper) {
        seen.insert(static_cast<uint32_t>(sched_getcpu()));
      }
    };
    push(scheduler, task, 50, estimate);
    ASSERT_TRUE(wait(scheduler, task.ended));
    EXPECT_EQ(task.runs, 50u);
  }
  seen.erase(cpus.back());
  EXPECT_TRUE(seen.empty()) << "pool threads ran on other CPUs";

  TestTask anywhere(scheduler);
  push(scheduler, anywhere, 50, large);
  ASSERT_TRUE(wait(scheduler, anywhere.ended));
}

} // namespace
