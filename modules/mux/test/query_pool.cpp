// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace mux_test;

class QueryPool : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (GetParam()->duration_queries == 0) {
      GTEST_SKIP() << "the device has no duration queries";
    }
    ASSERT_EQ(muxCreateQueryPool(device, mux_query_type_duration, 4, allocator, &pool),
              mux_success);
  }
  void TearDown() override {
    EXPECT_EQ(muxWaitAll(queue), mux_success);
    if (pool != nullptr) {
      EXPECT_EQ(muxDestroyQueryPool(device, pool, allocator), mux_success);
    }
    DeviceTest::TearDown();
  }
  mux_query_pool_t pool = nullptr;
};

TEST_P(QueryPool, measuresDurations) {
  const auto sleep = [](mux_queue_t, mux_command_buffer_t, void*) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
  };
  const mux_command_buffer_t commands = make_command_buffer();
  ASSERT_EQ(muxCommandBeginQuery(commands, pool, 1, 1, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxCommandUserCallback(commands, sleep, nullptr, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxCommandEndQuery(commands, pool, 1, 1, nullptr, nullptr), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  mux_query_duration_t results[4] = {};
  ASSERT_EQ(muxGetQueryResults(device, pool, 0, 4, sizeof results[0], sizeof results, results),
            mux_success);
  EXPECT_EQ(results[0].start, 0u);
  EXPECT_GE(results[1].end - results[1].start, 3'000'000u);
  uint64_t device_time = 0, host_time = 0;
  ASSERT_EQ(muxGetDeviceTime(device, &device_time, &host_time), mux_success);
  EXPECT_LE(results[1].end, device_time);

  const mux_command_buffer_t reset = make_command_buffer();
  ASSERT_EQ(muxCommandResetQueryPool(reset, pool, 0, 4, nullptr, nullptr), mux_success);
  ASSERT_EQ(run(reset), mux_success);
  ASSERT_EQ(muxGetQueryResults(device, pool, 1, 1, sizeof results[0], sizeof results, results),
            mux_success);
  EXPECT_EQ(results[0].start, 0u);
  EXPECT_EQ(results[0].end, 0u);
}

TEST_P(QueryPool, wrongParameters) {
  const mux_command_buffer_t commands = make_command_buffer();
  for (const auto& [index, count] : {std::pair(0u, 5u), {4u, 1u}, {UINT32_MAX, 2u}, {0u, 0u}}) {
    EXPECT_EQ(muxCommandBeginQuery(commands, pool, index, count, nullptr, nullptr),
              mux_error_invalid_value);
    EXPECT_EQ(muxCommandEndQuery(commands, pool, index, count, nullptr, nullptr),
              mux_error_invalid_value);
    EXPECT_EQ(muxCommandResetQueryPool(commands, pool, index, count, nullptr, nullptr),
              mux_error_invalid_value);
  }
  mux_query_duration_t results[2] = {};
  EXPECT_EQ(muxGetQueryResults(device, pool, 0, 2, 16, 31, results), mux_error_invalid_value);
  EXPECT_EQ(muxGetQueryResults(device, pool, 0, 2, 8, 32, results), mux_error_invalid_value);
  EXPECT_EQ(muxGetQueryResults(device, pool, 0, 2, UINT64_MAX - 7, 32, results),
            mux_error_invalid_value);
  EXPECT_EQ(muxGetQueryResults(device, pool, 0, 2, 16, 32, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxGetQueryResults(device, pool, 0, 2, 16, 32, results), mux_success);
  mux_query_pool_t made = nullptr;
  EXPECT_EQ(muxCreateQueryPool(device, mux_query_type_duration, 0, allocator, &made),
            mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueryPool(device, mux_query_type_e(5), 1, allocator, &made),
            mux_error_invalid_value);
  for (const int left : {0, 1}) {
    allocator.left = left;
    EXPECT_EQ(muxCreateQueryPool(device, mux_query_type_duration, 1, allocator, &made),
              mux_error_out_of_memory);
  }
  allocator.left = INT64_MAX;
}

TEST_P(QueryPool, countersAreThereOrNot) {
  uint64_t length = 99;
  ASSERT_EQ(muxGetQueryCounters(device, 0, nullptr, &length), mux_success);
  EXPECT_EQ(length, GetParam()->counter_queries);
  mux_query_pool_t made = nullptr;
  if (length == 0) {
    EXPECT_EQ(muxCreateQueryPool(device, mux_query_type_counter, 1, allocator, &made),
              mux_error_feature_unsupported);
  }
}

TEST_P(QueryPool, countsWhatCommandsDo) {
  const uint32_t count = GetParam()->counter_queries;
  if (count == 0) {
    GTEST_SKIP() << "the device has no counters";
  }
  std::vector<mux_query_counter_t> counters(count);
  ASSERT_EQ(muxGetQueryCounters(device, count, counters.data(), nullptr), mux_success);
  for (const mux_query_counter_t& counter : counters) {
    EXPECT_STRNE(counter.name, "");
    EXPECT_STRNE(counter.unit, "");
  }
  mux_query_pool_t made = nullptr;
  EXPECT_EQ(muxCreateQueryPool(device, mux_query_type_counter, count + 1, allocator, &made),
            mux_error_invalid_value);
  ASSERT_EQ(muxCreateQueryPool(device, mux_query_type_counter, count, allocator, &made),
            mux_success);
  const auto work = [](mux_queue_t, mux_command_buffer_t, void*) {
    volatile int sum = 0;
    for (int i = 0; i < 1'000'000; ++i) {
      sum = sum + i;
    }
  };
  const mux_command_buffer_t commands = make_command_buffer();
  ASSERT_EQ(muxCommandBeginQuery(commands, made, 0, count, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxCommandUserCallback(commands, work, nullptr, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxCommandEndQuery(commands, made, 0, count, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxCommandUserCallback(commands, work, nullptr, nullptr, nullptr), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  std::vector<uint64_t> results(count);
  const auto read = [&] {
    EXPECT_EQ(muxGetQueryResults(device, made, 0, count, sizeof(uint64_t), count * sizeof(uint64_t),
                                 results.data()),
              mux_success);
  };
  read();
  for (uint32_t i = 0; i < count; ++i) {
    if (std::string_view(counters[i].name) == "instructions") {
      EXPECT_GT(results[i], 1'000'000u);
      EXPECT_LT(results[i], 100'000'000u);
    }
  }
  const mux_command_buffer_t reset = make_command_buffer();
  ASSERT_EQ(muxCommandResetQueryPool(reset, made, 0, count, nullptr, nullptr), mux_success);
  ASSERT_EQ(run(reset), mux_success);
  read();
  EXPECT_EQ(results, std::vector<uint64_t>(count));
  EXPECT_EQ(muxDestroyQueryPool(device, made, allocator), mux_success);
}

INSTANTIATE_TEST_SUITE_P(Devices, QueryPool, testing::ValuesIn(all_devices()), device_name);

} // namespace
