// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mutexes of this module; the sanitizer for threads looks at these tests as well.
#include "cargo/light_mutex.h"
#include "cargo/spin_mutex.h"

#include <array>
#include <chrono>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>
#include <vector>

namespace {

template <typename Mutex> class Mutexes : public testing::Test {};
using All = testing::Types<cargo::light_mutex, cargo::spin_mutex>;
TYPED_TEST_SUITE(Mutexes, All);

TYPED_TEST(Mutexes, LetOneThreadIn) {
  constexpr int threads = 4, turns = 20000;
  TypeParam mutex;
  std::array<long, 2> counts = {}; // both change under the lock, or neither
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&] {
      for (int turn = 0; turn < turns; ++turn) {
        const std::lock_guard lock(mutex);
        ASSERT_EQ(counts[0], counts[1]);
        ++counts[0];
        ++counts[1];
      }
    });
  }
  for (std::thread& one : all) {
    one.join();
  }
  EXPECT_EQ(counts[0], long(threads) * turns);
}

TYPED_TEST(Mutexes, WaitForAnOwnerThatSleeps) {
  constexpr int threads = 3;
  TypeParam mutex;
  mutex.lock();
  EXPECT_FALSE(mutex.try_lock());
  bool is_over = false;
  int entered = 0;
  std::vector<std::thread> waiting;
  for (int i = 0; i < threads; ++i) {
    waiting.emplace_back([&] {
      const std::lock_guard lock(mutex);
      EXPECT_TRUE(is_over);
      ++entered;
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  is_over = true;
  mutex.unlock();
  for (std::thread& one : waiting) {
    one.join();
  }
  EXPECT_EQ(entered, threads);
  EXPECT_TRUE(mutex.try_lock());
}

} // namespace
