// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/team_width.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace {

using namespace host;

constexpr uint64_t items = 1 << 20;

/// Launches whose time, in nanoseconds, is a function of the number of threads.
class Launches {
public:
  explicit Launches(std::function<double(double)> given) : time(std::move(given)) {}

  /// Gives the threads of the last of so many launches for which so many are worth waking.
  uint32_t run(int count, uint32_t worth_waking = 64, uint64_t of_items = items) {
    uint32_t threads = 0;
    for (int i = 0; i < count; ++i) {
      const TeamWidth::Choice choice = width.choose(worth_waking, of_items);
      threads = choice.threads;
      const double share = double(of_items) / items;
      const double took = share * time(threads) * (noisy ? 1 + noise(random) : 1);
      fewer += threads < worth_waking ? 1 : 0;
      width.note({choice, of_items, uint64_t(took), uint64_t(took * threads)});
    }
    return threads;
  }
  /// The number of threads that most of the next launches have.
  uint32_t kept(int after) {
    run(after);
    uint32_t most_often = 0;
    int counts[65] = {};
    for (int i = 0; i < 200; ++i) {
      ++counts[run(1)];
    }
    for (uint32_t i = 0; i < 65; ++i) {
      most_often = counts[i] > counts[most_often] ? i : most_often;
    }
    return most_often;
  }

  std::function<double(double)> time;
  int fewer = 0; ///< launches that had fewer threads than were worth waking
  bool noisy = false;

private:
  TeamWidth width;
  std::mt19937 random{1};
  std::exponential_distribution<double> noise{10};
};

double scales(double threads) { return 1e6 / threads + 10'000; }
/// Fastest with 16.
double shares_memory(double threads) { return 1e6 / std::min(threads, 16.0) + threads * 500; }

TEST(TeamWidth, triesFewerThreadsOnceWhereAllAreNeeded) {
  Launches launches(scales);
  EXPECT_EQ(launches.run(10'000), 64u);
  EXPECT_EQ(launches.fewer, 3) << "one after another step, and two that are slower";
}

TEST(TeamWidth, seesThatThreadsDelayEachOther) {
  // All are busy all the time, but half of them do as much.
  Launches launches([](double threads) { return 1e6 / std::min(threads, 32.0); });
  launches.run(1000);
  EXPECT_GT(launches.fewer, 30) << "tried more than once";
  launches.time = [](double threads) { return 1e6 / std::min(threads, 32.0) + threads * 100; };
  EXPECT_EQ(launches.kept(1000), 32u);
}

TEST(TeamWidth, findsTheFastestNumber) {
  Launches launches(shares_memory);
  EXPECT_EQ(launches.kept(200), 16u);
  Launches with_noise(shares_memory);
  with_noise.noisy = true;
  EXPECT_EQ(with_noise.kept(500), 16u);
}

TEST(TeamWidth, triesLessAndLessOften) {
  // It might be faster with half of the threads, by their time together, but is not.
  Launches launches(
      [](double threads) { return 1e6 / threads + (threads < 64 ? 40'000 : 20'000); });
  EXPECT_EQ(launches.kept(10'000), 64u);
  EXPECT_LT(launches.fewer, 60);
}

TEST(TeamWidth, follows) {
  Launches launches(shares_memory);
  EXPECT_EQ(launches.kept(200), 16u);
  launches.time = scales;
  EXPECT_EQ(launches.kept(10'000), 64u);
  launches.time = shares_memory;
  EXPECT_EQ(launches.kept(10'000), 16u);
}

TEST(TeamWidth, startsOverWhereWorkItemsTakeLonger) {
  Launches launches(shares_memory);
  EXPECT_EQ(launches.kept(200), 16u);
  launches.time = [](double threads) { return 1e8 / threads; };
  launches.run(2);
  EXPECT_EQ(launches.run(1), 64u);
  EXPECT_EQ(launches.run(1000), 64u);
}

TEST(TeamWidth, isOfLaunchesOfOneSize) {
  Launches launches(shares_memory);
  EXPECT_EQ(launches.kept(200), 16u);
  EXPECT_EQ(launches.run(1, 64, items * 2), 64u);
  EXPECT_EQ(launches.kept(0), 16u) << "others are remembered";
  launches.run(1, 64, items * 16);
  EXPECT_EQ(launches.run(1), 64u) << "but not many";
}

TEST(TeamWidth, leavesLaunchesOfFewThreadsAlone) {
  Launches launches(shares_memory);
  EXPECT_EQ(launches.run(1000, 7), 7u);
  EXPECT_EQ(launches.run(1000, 2), 2u);
  EXPECT_EQ(launches.run(1000, 1), 1u);
  EXPECT_EQ(launches.fewer, 0);
}

} // namespace
