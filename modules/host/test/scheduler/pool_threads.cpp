// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of the pool: where they run, that they sleep, what they keep open.
#include "scheduler_fixture.h"
#include "testing_support/threads.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace host_test;
using namespace std::chrono_literals;
using testing_support::threads_of_this_process;

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

TEST(Scheduler, startsAndStopsWithoutWork) {
  for (int i = 0; i < 20; ++i) {
    TestScheduler scheduler(4);
    if (i % 2 == 0) {
      EXPECT_TRUE(scheduler.start());
      EXPECT_TRUE(scheduler.start());
    }
  }
}

/// The threads that are not among those before: one of these may be about to end.
std::set<std::string> new_threads(const std::set<std::string>& before) {
  std::set<std::string> found = threads_of_this_process();
  std::erase_if(found, [&](const std::string& thread) { return before.contains(thread); });
  return found;
}

/// As many as there are slots, and the watchdog; work starts none then.
TEST(Scheduler, threadsAreMadeInAdvance) {
  for (const uint32_t slots : {1u, 2u, 5u}) {
    const std::set<std::string> before = threads_of_this_process();
    TestScheduler scheduler(slots);
    EXPECT_EQ(new_threads(before).size(), 0u);
    EXPECT_TRUE(scheduler.make_all_threads());
    const auto made = new_threads(before);
    EXPECT_EQ(made.size(), slots + 1);
    EXPECT_TRUE(scheduler.make_all_threads());
    TestTask task(scheduler);
    push(scheduler, task, 1000, large);
    ASSERT_TRUE(wait(scheduler, task.ended));
    EXPECT_EQ(new_threads(before), made);
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

} // namespace
