// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/scheduler.h"

#include "scheduler/clock.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <thread>

namespace {

using namespace host;
using namespace std::chrono_literals;

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

  void begin() override { ++begun; }
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

void push(TestScheduler& scheduler, TestTask& task, uint64_t parts, uint64_t estimate) {
  ASSERT_TRUE(scheduler.start());
  task.rearm(parts, estimate);
  scheduler.push(scheduler.lock(), *task.domain, task);
}

bool wait(Scheduler& scheduler, Event& event, uint64_t deadline = UINT64_MAX) {
  return scheduler.wait(event, shard_of_this_thread(), deadline);
}

/// Pushes tasks at once, so that none begins before all are there, and waits for their ends.
void run_all(TestScheduler& scheduler, const std::vector<std::unique_ptr<TestTask>>& tasks) {
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

constexpr uint64_t small = 1000;
constexpr uint64_t large = 10'000'000;

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
      task.work = [&](uint64_t) { // as above
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

/// LANEWISE_AFFINITY: pool threads stay on the CPUs that it lists, the thread that waits is left
/// alone.
TEST(Scheduler, threadsStayOnChosenCpus) {
  const auto here = CpuSet::of_this_thread().list();
  if (here.size() < 2) {
    GTEST_SKIP() << "there is but one CPU";
  }
  setenv("LANEWISE_AFFINITY", std::to_string(here.back()).c_str(), 1);
  {
    TestScheduler scheduler(2);
    TestTask task(scheduler);
    const auto waiting = std::this_thread::get_id();
    std::mutex mutex;
    std::set<std::vector<uint32_t>> of_pool;
    task.work = [&](uint64_t) {
      std::this_thread::sleep_for(5ms);
      if (std::this_thread::get_id() != waiting) {
        const std::lock_guard lock(mutex);
        of_pool.insert(CpuSet::of_this_thread().list());
      }
    };
    push(scheduler, task, 20, large);
    ASSERT_TRUE(wait(scheduler, task.ended));
    EXPECT_EQ(of_pool, (std::set<std::vector<uint32_t>>{{here.back()}}));
  }
  unsetenv("LANEWISE_AFFINITY");
  EXPECT_EQ(CpuSet::of_this_thread().list(), here);
}

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

TEST(Scheduler, startsAndStopsWithoutWork) {
  for (int i = 0; i < 20; ++i) {
    TestScheduler scheduler(4);
    if (i % 2 == 0) {
      EXPECT_TRUE(scheduler.start());
      EXPECT_TRUE(scheduler.start());
    }
  }
}

TEST(Scheduler, idleThreadsSleep) {
  TestScheduler scheduler(4);
  TestTask task(scheduler);
  push(scheduler, task, 1000, large);
  ASSERT_TRUE(wait(scheduler, task.ended));
  std::this_thread::sleep_for(50ms);
  const auto used = [] {
    timespec time = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  };
  const auto before = used();
  std::this_thread::sleep_for(300ms);
  EXPECT_LT(used() - before, 10ms);
}

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

class Domains : public testing::Test {
protected:
  static Domain of(std::vector<uint32_t> slots, std::vector<uint32_t> cpus = {}) {
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

/// An application may close all descriptors that it did not open, and give their numbers to files.
TEST(SchedulerDescriptors, thereAreNone) {
  const auto descriptors = [] {
    std::set<std::string> found;
    for (const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code gone; // the one of the listing itself
      found.insert(std::filesystem::read_symlink(each.path(), gone).string());
    }
    return found;
  };
  const auto before = descriptors();
  TestScheduler scheduler(2);
  TestTask task(scheduler);
  push(scheduler, task, 1, small);
  while (!task.ended.happened()) { // nobody waits: the watchdog sees to it
    std::this_thread::sleep_for(100us);
  }
  EXPECT_EQ(descriptors(), before);
  ASSERT_TRUE(wait(scheduler, task.ended));
}

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

/// Whoever waits elsewhere does not help, and all the same the work is done, and soon.
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
