// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/group_meeting.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace {

using host::GroupMeeting;

/// Runs function(i) on so many threads.
template <typename F> void on_threads(uint32_t count, F function) {
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < count; ++i) {
    threads.emplace_back(function, i);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST(GroupMeeting, NobodyGoesOnBeforeAllHaveCome) {
  constexpr uint32_t count = 7;
  const uint32_t abort = 0;
  GroupMeeting meeting(count, &abort);
  std::vector<uint32_t> rounds(count, 0); // not atomic: meetings order what is written
  std::atomic<uint32_t> wrong = 0;
  on_threads(count, [&](uint32_t own) {
    for (uint32_t round = 1; round < 200; ++round) {
      rounds[own] = round;
      meeting.wait(&meeting);
      for (const uint32_t other : rounds) {
        wrong += other != round;
      }
      meeting.wait(&meeting);
    }
    meeting.leave();
  });
  EXPECT_EQ(wrong, 0u);
}

TEST(GroupMeeting, OneAloneDoesNotWait) {
  const uint32_t abort = 0;
  GroupMeeting meeting(1, &abort);
  meeting.wait_for_others();
  meeting.wait_for_others();
  meeting.leave();
}

/// Each group leaves after as many meetings as its number.
TEST(GroupMeeting, ThoseThatHaveLeftAreNotWaitedFor) {
  constexpr uint32_t count = 5;
  const uint32_t abort = 0;
  for (int i = 0; i < 100; ++i) {
    GroupMeeting meeting(count, &abort);
    on_threads(count, [&](uint32_t own) {
      for (uint32_t k = 0; k < own; ++k) {
        meeting.wait_for_others();
      }
      meeting.leave();
    });
  }
}

TEST(GroupMeeting, AnAbortEndsTheWaiting) {
  uint32_t abort = 0;
  GroupMeeting meeting(2, &abort);
  std::thread waiting([&] { meeting.wait_for_others(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  __atomic_store_n(&abort, 1, __ATOMIC_SEQ_CST);
  waiting.join();
}

} // namespace
