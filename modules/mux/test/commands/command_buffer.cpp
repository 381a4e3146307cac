// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"
#include "ndrange.h"

#include <cstring>
#include <mutex>
#include <thread>

namespace {

using namespace mux_test;

class CommandBuffer : public DeviceTest {
protected:
  struct Log {
    std::mutex mutex;
    std::vector<int> order;
  };
  struct Entry {
    Log* log;
    int number;
  };
  /// A command that writes a number to the log.
  mux_sync_point_t append(mux_command_buffer_t commands, int number,
                          const std::vector<mux_sync_point_t>& waits = {}) {
    const auto write = [](mux_queue_t, mux_command_buffer_t, void* data) {
      const auto& entry = *static_cast<Entry*>(data);
      const std::lock_guard lock(entry.log->mutex);
      entry.log->order.push_back(entry.number);
    };
    entries.push_back(std::make_unique<Entry>(Entry{&log, number}));
    mux_command_info_t info = {};
    info.wait_list = waits.data();
    info.wait_list_length = waits.size();
    mux_sync_point_t point = UINT64_MAX;
    EXPECT_EQ(muxCommandUserCallback(commands, write, entries.back().get(), &info, &point),
              mux_success);
    return point;
  }
  [[nodiscard]] size_t position(int number) const {
    return static_cast<size_t>(std::find(log.order.begin(), log.order.end(), number) -
                               log.order.begin());
  }
  Log log;
  std::vector<std::unique_ptr<Entry>> entries;
};

TEST_P(CommandBuffer, runsInOrder) {
  const mux_command_buffer_t commands = make_command_buffer();
  std::vector<int> expected;
  for (int i = 0; i < 500; ++i) {
    EXPECT_EQ(append(commands, i), uint64_t(i));
    expected.push_back(i);
  }
  EXPECT_EQ(commands->commands_length, 500u);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(log.order, expected);
}

TEST_P(CommandBuffer, outOfOrderKeepsToWaitLists) {
  const mux_command_buffer_t commands = make_command_buffer(mux_command_order_out_of_order);
  const auto a = append(commands, 0);
  const auto b = append(commands, 1);
  const auto c = append(commands, 2, {a});
  const auto d = append(commands, 3, {a, b, b});
  append(commands, 4, {c, d});
  append(commands, 5);
  ASSERT_EQ(run(commands), mux_success);
  ASSERT_EQ(log.order.size(), 6u);
  EXPECT_LT(position(0), position(2));
  EXPECT_LT(position(0), position(3));
  EXPECT_LT(position(1), position(3));
  EXPECT_LT(position(2), position(4));
  EXPECT_LT(position(3), position(4));
}

TEST_P(CommandBuffer, outOfOrderCommandsRunAtOnce) {
  if (GetParam()->compute_units < 2) {
    GTEST_SKIP() << "one compute unit";
  }
  uint32_t started = 0, go = 0;
  const std::vector arguments = {address_argument(&started), address_argument(&go)};
  const mux_ndrange_t range = launch({1}, {1}, arguments);
  const mux_kernel_t kernel = make_kernel("wait_for_go");
  const auto release = [](mux_queue_t, mux_command_buffer_t, void* data) {
    __atomic_store_n(static_cast<uint32_t*>(data), 1, __ATOMIC_SEQ_CST);
  };
  const mux_command_buffer_t commands = make_command_buffer(mux_command_order_out_of_order);
  // Ends only because the second command runs beside it.
  ASSERT_EQ(muxCommandNDRange(commands, kernel, &range, nullptr, nullptr), mux_success);
  ASSERT_EQ(muxCommandUserCallback(commands, release, &go, nullptr, nullptr), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(started, 1u);
}

TEST_P(CommandBuffer, waitListsNameCommandsBefore) {
  const mux_command_buffer_t commands = make_command_buffer(mux_command_order_out_of_order);
  const auto nothing = [](mux_queue_t, mux_command_buffer_t, void*) {};
  const mux_sync_point_t itself = 0;
  mux_command_info_t info = {};
  info.wait_list = &itself;
  info.wait_list_length = 1;
  EXPECT_EQ(muxCommandUserCallback(commands, nothing, nullptr, &info, nullptr),
            mux_error_invalid_value);
  info.wait_list = nullptr;
  EXPECT_EQ(muxCommandUserCallback(commands, nothing, nullptr, &info, nullptr),
            mux_error_invalid_value);
  EXPECT_EQ(commands->commands_length, 0u);
}

TEST_P(CommandBuffer, reportsEachCommand) {
  struct Reports {
    std::vector<mux_command_report_t> seen;
    static void add(const mux_command_report_t* report, void* data) {
      static_cast<Reports*>(data)->seen.push_back(*report);
    }
  } first, second, other, third;
  const mux_command_buffer_t commands = make_command_buffer();
  const auto nothing = [](mux_queue_t, mux_command_buffer_t, void*) {};
  const mux_ndrange_t range = launch({1}, {1}, {});
  mux_command_info_t info = {};
  info.callback = Reports::add;
  info.user_data = &first;
  ASSERT_EQ(muxCommandUserCallback(commands, nothing, nullptr, &info, nullptr), mux_success);
  info.user_data = &second;
  mux_sync_point_t failed = 0, between = 0;
  ASSERT_EQ(muxCommandNDRange(commands, make_kernel("fails"), &range, &info, &failed), mux_success);
  info.user_data = &other;
  ASSERT_EQ(muxCommandUserCallback(commands, nothing, nullptr, &info, &between), mux_success);
  info.user_data = &third;
  const mux_sync_point_t list[] = {failed, between};
  info.wait_list = list;
  info.wait_list_length = 2;
  ASSERT_EQ(muxCommandUserCallback(commands, nothing, nullptr, &info, nullptr), mux_success);
  EXPECT_EQ(run(commands), mux_error_out_of_memory);

  ASSERT_EQ(first.seen.size(), 2u);
  EXPECT_EQ(first.seen[0].stage, mux_command_stage_running);
  EXPECT_EQ(first.seen[1].stage, mux_command_stage_complete);
  EXPECT_EQ(first.seen[1].status, mux_success);
  EXPECT_EQ(first.seen[0].start, first.seen[1].start);
  EXPECT_LE(first.seen[1].start, first.seen[1].end);

  ASSERT_EQ(second.seen.size(), 2u);
  EXPECT_EQ(second.seen[1].status, mux_error_out_of_memory);
  EXPECT_LE(first.seen[1].end, second.seen[0].start);

  ASSERT_EQ(other.seen.size(), 2u) << "it does not wait for the one that failed";
  EXPECT_EQ(other.seen[1].status, mux_success);

  ASSERT_EQ(third.seen.size(), 1u) << "it never ran";
  EXPECT_EQ(third.seen[0].stage, mux_command_stage_complete);
  EXPECT_EQ(third.seen[0].status, mux_error_dependency_failed);
  EXPECT_EQ(third.seen[0].start, third.seen[0].end);
}

TEST_P(CommandBuffer, untimedReportsComeBeforeWhatFollows) {
  struct Reports {
    std::vector<mux_result_t> ended;
    size_t seen_behind = 0;
    static void add(const mux_command_report_t* report, void* data) {
      if (report->stage == mux_command_stage_complete) {
        static_cast<Reports*>(data)->ended.push_back(report->status);
      }
    }
    static void look(mux_queue_t, mux_command_buffer_t, void* data) {
      auto* self = static_cast<Reports*>(data);
      self->seen_behind = self->ended.size();
    }
  } reports;
  const mux_command_buffer_t commands = make_command_buffer();
  const mux_ndrange_t range = launch({1}, {1}, {});
  mux_command_info_t info = {};
  info.callback = Reports::add;
  info.user_data = &reports;
  info.untimed = true;
  for (const char* name : {"nothing", "nothing"}) {
    ASSERT_EQ(muxCommandNDRange(commands, make_kernel(name), &range, &info, nullptr), mux_success);
  }
  ASSERT_EQ(muxCommandUserCallback(commands, Reports::look, &reports, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(muxCommandNDRange(commands, make_kernel("fails"), &range, &info, nullptr), mux_success);
  EXPECT_EQ(run(commands), mux_error_out_of_memory);
  EXPECT_EQ(reports.ended, (std::vector{mux_success, mux_success, mux_error_out_of_memory}));
  EXPECT_EQ(reports.seen_behind, 2u);
}

TEST_P(CommandBuffer, lateReportsComeOnceBeforeTheEnd) {
  struct Reports {
    std::vector<mux_result_t> ended;
    static void add(const mux_command_report_t* report, void* data) {
      if (report->stage == mux_command_stage_complete) {
        EXPECT_LE(report->start, report->end);
        static_cast<Reports*>(data)->ended.push_back(report->status);
      }
    }
  } reports;
  const mux_command_buffer_t commands = make_command_buffer();
  const mux_ndrange_t range = launch({1}, {1}, {});
  mux_command_info_t info = {};
  info.callback = Reports::add;
  info.user_data = &reports;
  info.may_report_late = true;
  for (const char* name : {"nothing", "fails", "nothing"}) {
    ASSERT_EQ(muxCommandNDRange(commands, make_kernel(name), &range, &info, nullptr), mux_success);
  }
  EXPECT_EQ(run(commands), mux_error_out_of_memory);
  EXPECT_EQ(reports.ended, (std::vector{mux_success, mux_error_out_of_memory, mux_success}));
}

TEST_P(CommandBuffer, outOfOrderFailureStopsOnlyWhatWaits) {
  const mux_command_buffer_t commands = make_command_buffer(mux_command_order_out_of_order);
  const mux_ndrange_t range = launch({1}, {1}, {});
  mux_sync_point_t failed = 0;
  ASSERT_EQ(muxCommandNDRange(commands, make_kernel("fails"), &range, nullptr, &failed),
            mux_success);
  append(commands, 1, {failed});
  append(commands, 2);
  EXPECT_EQ(run(commands), mux_error_out_of_memory);
  EXPECT_EQ(log.order, std::vector{2});
}

TEST_P(CommandBuffer, isResetAndRecordedAnew) {
  const mux_command_buffer_t commands = make_command_buffer();
  for (int round = 0; round < 3; ++round) {
    log.order.clear();
    for (int i = 0; i < 100 * (round + 1); ++i) {
      append(commands, i);
    }
    ASSERT_EQ(run(commands), mux_success);
    EXPECT_EQ(log.order.size(), size_t(100 * (round + 1)));
    ASSERT_EQ(muxResetCommandBuffer(commands), mux_success);
    EXPECT_EQ(commands->commands_length, 0u);
    EXPECT_EQ(commands->state, mux_command_buffer_state_recording);
  }
}

TEST_P(CommandBuffer, isFinalizedOnce) {
  const mux_command_buffer_t commands = make_command_buffer();
  EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_error_invalid_state);
  EXPECT_EQ(commands->state, mux_command_buffer_state_finalized);
}

TEST_P(CommandBuffer, isCloned) {
  void *data = nullptr, *copied = nullptr;
  const mux_buffer_t buffer = make_buffer(4096, &data), copy = make_buffer(4096, &copied);
  uint32_t pattern = 0x01020304;
  const int value = 3;
  const std::vector arguments = {buffer_argument(copy), buffer_argument(buffer),
                                 bytes_argument(&value, 4)};
  mux_command_buffer_t clone = nullptr;
  {
    const mux_command_buffer_t commands = make_command_buffer();
    EXPECT_EQ(muxCloneCommandBuffer(device, allocator, commands, &clone), mux_error_invalid_state);
    ASSERT_EQ(muxCommandFillBuffer(commands, buffer, 0, 4096, &pattern, 4, nullptr, nullptr),
              mux_success);
    ASSERT_EQ(muxCommandCopyBuffer(commands, buffer, 0, copy, 0, 4096, nullptr, nullptr),
              mux_success);
    const mux_ndrange_t range = launch({1024}, {16}, arguments);
    ASSERT_EQ(muxCommandNDRange(commands, make_kernel("add"), &range, nullptr, nullptr),
              mux_success);
    append(commands, 7);
    ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    ASSERT_EQ(muxCloneCommandBuffer(device, allocator, commands, &clone), mux_success);
    ASSERT_EQ(muxResetCommandBuffer(commands), mux_success);
  }
  EXPECT_EQ(clone->commands_length, 4u);
  EXPECT_EQ(clone->state, mux_command_buffer_state_finalized);
  const mux_fence_t fence = make_fence();
  ASSERT_EQ(muxDispatch(queue, clone, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(muxTryWait(queue, mux_wait_forever, fence), mux_success);
  EXPECT_EQ(static_cast<uint32_t*>(copied)[1023], pattern + 3);
  EXPECT_EQ(log.order, std::vector{7});
  EXPECT_EQ(muxDestroyCommandBuffer(device, clone, allocator), mux_success);
}

TEST_P(CommandBuffer, runsOutOfMemoryWithoutHarm) {
  const mux_command_buffer_t commands = make_command_buffer();
  const uint8_t pattern[128] = {};
  const mux_buffer_t buffer = make_buffer(128);
  allocator.left = 3;
  mux_result_t result = mux_success;
  for (int i = 0; i < 100000 && result == mux_success; ++i) {
    result = muxCommandFillBuffer(commands, buffer, 0, 128, pattern, 128, nullptr, nullptr);
  }
  EXPECT_EQ(result, mux_error_out_of_memory);
  allocator.left = INT64_MAX;
  append(commands, 1);
  EXPECT_EQ(run(commands), mux_success);
  EXPECT_EQ(log.order, std::vector{1});
  allocator.left = 0;
  mux_command_buffer_t made = nullptr;
  EXPECT_EQ(muxCreateCommandBuffer(device, mux_command_order_in_order, allocator, &made),
            mux_error_out_of_memory);
  EXPECT_EQ(muxCloneCommandBuffer(device, allocator, commands, &made), mux_error_out_of_memory);
  allocator.left = 1;
  EXPECT_EQ(muxCloneCommandBuffer(device, allocator, commands, &made), mux_error_out_of_memory);
  allocator.left = INT64_MAX;
}

TEST_P(CommandBuffer, isUpdated) {
  if (!GetParam()->command_updates) {
    GTEST_SKIP() << "the device has no updates";
  }
  uint64_t first[16] = {}, second[32] = {};
  const std::vector arguments = {address_argument(first)};
  mux_ndrange_t range = launch({16}, {4}, arguments);
  const mux_command_buffer_t commands = make_command_buffer();
  append(commands, 0);
  mux_sync_point_t point = 0;
  ASSERT_EQ(muxCommandNDRange(commands, make_kernel("count_visits"), &range, nullptr, &point),
            mux_success);
  const uint64_t index = 0;
  const mux_descriptor_t other = address_argument(second);
  EXPECT_EQ(muxUpdateArguments(commands, point, 1, &index, &other), mux_error_invalid_state);
  ASSERT_EQ(run(commands), mux_success);
  ASSERT_EQ(muxUpdateArguments(commands, point, 1, &index, &other), mux_success);
  range.global_size[0] = 32;
  EXPECT_EQ(muxUpdateNDRange(commands, point, &range), mux_error_invalid_value)
      << "descriptors are not part of it";
  range.descriptors_length = 0;
  ASSERT_EQ(muxUpdateNDRange(commands, point, &range), mux_success);
  const mux_fence_t fence = make_fence();
  ASSERT_EQ(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(muxTryWait(queue, mux_wait_forever, fence), mux_success);
  EXPECT_EQ(first[15], 1u);
  EXPECT_EQ(second[31], 1u);

  const uint64_t beyond = 1;
  const int value = 0;
  const mux_descriptor_t bytes = bytes_argument(&value, 4);
  EXPECT_EQ(muxUpdateArguments(commands, point, 1, &beyond, &other), mux_error_invalid_value);
  EXPECT_EQ(muxUpdateArguments(commands, point, 1, &index, &bytes), mux_error_invalid_value);
  EXPECT_EQ(muxUpdateArguments(commands, 0, 1, &index, &other), mux_error_invalid_value)
      << "not an ND-range";
  EXPECT_EQ(muxUpdateArguments(commands, 2, 1, &index, &other), mux_error_invalid_value);
  range.local_size[0] = GetParam()->max_work_group_size + 1;
  EXPECT_EQ(muxUpdateNDRange(commands, point, &range), mux_error_invalid_value);
}

TEST_P(CommandBuffer, updatesOfLocalSizesMoveWhatFollows) {
  if (!GetParam()->command_updates) {
    GTEST_SKIP() << "the device has no updates";
  }
  uint64_t out[4] = {};
  const std::vector arguments = {address_argument(out), local_argument(100), local_argument(1000)};
  const mux_ndrange_t range = launch({1}, {1}, arguments);
  const mux_command_buffer_t commands = make_command_buffer();
  ASSERT_EQ(muxCommandNDRange(commands, make_kernel("local_memory"), &range, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(out[1], 384u);
  const uint64_t index = 1;
  const mux_descriptor_t larger = local_argument(500);
  const mux_descriptor_t huge = local_argument(GetParam()->local_memory_size);
  EXPECT_EQ(muxUpdateArguments(commands, 0, 1, &index, &huge), mux_error_invalid_value);
  ASSERT_EQ(muxUpdateArguments(commands, 0, 1, &index, &larger), mux_success);
  const mux_fence_t fence = make_fence();
  ASSERT_EQ(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(muxTryWait(queue, mux_wait_forever, fence), mux_success);
  EXPECT_EQ(out[1], 768u);
}

TEST_P(CommandBuffer, updatesThatLeaveSmallerGroups) {
  if (!GetParam()->command_updates) {
    GTEST_SKIP() << "the device has no updates";
  }
  uint64_t visits[16 * 4] = {};
  const std::vector arguments = {address_argument(visits)};
  mux_ndrange_t range = launch({16, 4}, {4, 2}, arguments);
  const mux_command_buffer_t commands = make_command_buffer();
  ASSERT_EQ(muxCommandNDRange(commands, make_kernel("required_size"), &range, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(run(commands), mux_success);
  range.descriptors_length = 0;
  range.global_size[0] = 15;
  range.global_size[1] = 3;
  EXPECT_EQ(muxUpdateNDRange(commands, 0, &range), mux_error_invalid_value);
  range.remainder_kernel = make_kernel("count_visits");
  ASSERT_EQ(muxUpdateNDRange(commands, 0, &range), mux_success);
  const mux_fence_t fence = make_fence();
  ASSERT_EQ(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(muxTryWait(queue, mux_wait_forever, fence), mux_success);
  for (size_t i = 0; i < std::size(visits); ++i) {
    EXPECT_EQ(visits[i], i < 15 * 3 ? 2u : 1u) << i;
  }
}

TEST_P(CommandBuffer, wrongParameters) {
  mux_command_buffer_t commands = nullptr;
  EXPECT_EQ(muxCreateCommandBuffer(device, mux_command_order_e(9), allocator, &commands),
            mux_error_invalid_value);
  EXPECT_EQ(muxFinalizeCommandBuffer(nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxResetCommandBuffer(wrong(commands)), mux_error_invalid_object);
  EXPECT_EQ(muxCommandUserCallback(make_command_buffer(), nullptr, nullptr, nullptr, nullptr),
            mux_error_null_pointer);
}

INSTANTIATE_TEST_SUITE_P(Devices, CommandBuffer, testing::ValuesIn(all_devices()), device_name);

} // namespace
