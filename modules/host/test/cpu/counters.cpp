// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Query counters, with counters that the test moves in place of the machine's.
#include "cpu/counters.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace {

using namespace host;

thread_local uint64_t steps = 0; ///< the first counter; the second counts ten for each
thread_local bool cannot_count = false;
constexpr mux_query_counter_t names[] = {{"steps", "steps"}, {"tenths", "tenths"}};
const CounterSource moved_by_hand = {names, [](Counts& out) {
                                       out[0] = steps;
                                       out[1] = 10 * steps;
                                       return !cannot_count;
                                     }};
[[gnu::constructor]] void replace() { replace_counter_source(moved_by_hand); }

void part(uint64_t count) {
  const CountedPart counted_part;
  steps += count;
}

TEST(Counters, nothingIsCountedThatNobodyAskedFor) {
  const uint64_t before = counted(0);
  part(5);
  EXPECT_EQ(counted(0), before);
}

TEST(Counters, partsOfAllThreadsAreAdded) {
  const uint64_t before[] = {counted(0), counted(1)};
  begin_counting();
  begin_counting(); // a second query
  steps += 1000;    // between parts
  part(1);
  end_counting();
  std::vector<std::thread> threads;
  for (uint64_t i = 1; i <= 4; ++i) {
    threads.emplace_back([i] {
      steps = i * 77;
      for (int round = 0; round < 100; ++round) {
        part(i);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  end_counting();
  part(9);
  EXPECT_EQ(counted(0) - before[0], 1u + 100 * (1 + 2 + 3 + 4));
  EXPECT_EQ(counted(1) - before[1], 10u * (counted(0) - before[0]));
}

TEST(Counters, threadsThatCannotCountAddNothing) {
  const uint64_t before = counted(0);
  begin_counting();
  cannot_count = true;
  part(5);
  cannot_count = false;
  end_counting();
  EXPECT_EQ(counted(0), before);
}

} // namespace
