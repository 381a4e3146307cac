// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"
#include "host/kernel_abi.h"
#include "mux/config.h"
#include "ndrange.h"

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <numeric>

namespace {

using namespace mux_test;

class CommandNDRange : public DeviceTest {
protected:
  mux_result_t record(mux_kernel_t kernel, const mux_ndrange_t& range) {
    commands = make_command_buffer();
    return muxCommandNDRange(commands, kernel, &range, nullptr, nullptr);
  }
  mux_result_t record_and_run(mux_kernel_t kernel, const mux_ndrange_t& range) {
    const mux_result_t result = record(kernel, range);
    return result == mux_success ? run(commands) : result;
  }
  /// Dispatches what has run.
  mux_result_t run_again() {
    const mux_fence_t fence = make_fence();
    const mux_result_t result =
        muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
    return result == mux_success ? muxTryWait(queue, mux_wait_forever, fence) : result;
  }
  /// Which does what other targets need not do.
  static bool is_host() { return GetParam()->id == MUX_TARGET_HOST; }
  mux_command_buffer_t commands = nullptr;
};

TEST_P(CommandNDRange, visitsEachWorkItemOnce) {
  struct Case {
    std::initializer_list<uint64_t> global, local;
  };
  const mux_kernel_t kernel = make_kernel("count_visits");
  const uint64_t largest = kernel->max_work_group_size;
  for (const Case& c : {Case{{1}, {1}}, Case{{100000}, {64}}, Case{{100003}, {64}},
                        Case{{65536}, {1}}, Case{{37, 41}, {8, 4}}, Case{{64, 64, 16}, {4, 4, 4}},
                        Case{{33, 17, 9}, {5, 6, 7}}, Case{{largest}, {largest}}}) {
    uint64_t items = 1;
    for (const uint64_t extent : c.global) {
      items *= extent;
    }
    void* data = nullptr;
    const std::vector arguments = {buffer_argument(make_buffer(items * 8, &data))};
    std::memset(data, 0, items * 8);
    ASSERT_EQ(record_and_run(kernel, launch(c.global, c.local, arguments)), mux_success);
    const auto* visits = static_cast<const uint64_t*>(data);
    for (uint64_t i = 0; i < items; ++i) {
      ASSERT_EQ(visits[i], 1u) << "work-item " << i << " of " << items;
    }
  }
}

TEST_P(CommandNDRange, addsWithOffsetsAndValues) {
  constexpr int count = 5000;
  void* data = nullptr;
  const mux_buffer_t buffer = make_buffer(count * 8, &data);
  auto* numbers = static_cast<int*>(data);
  for (int i = 0; i < count; ++i) {
    numbers[count + i] = i;
  }
  const int value = 1000;
  const std::vector arguments = {buffer_argument(buffer), buffer_argument(buffer, count * 4),
                                 bytes_argument(&value, 4)};
  ASSERT_EQ(record_and_run(make_kernel("add"), launch({count}, {50}, arguments)), mux_success);
  for (int i = 0; i < count; ++i) {
    ASSERT_EQ(numbers[i], i + 1000);
  }
}

/// Each adds to what the one before has made, in different ranges, also when it is done again.
TEST_P(CommandNDRange, manyFollowOneAnother) {
  constexpr int count = 96, launches = 123;
  void* data = nullptr;
  const mux_buffer_t buffer = make_buffer((launches + 1) * count * 4, &data);
  auto* numbers = static_cast<int*>(data);
  const mux_kernel_t kernel = make_kernel("add"), other = make_kernel("nothing");
  commands = make_command_buffer();
  for (int i = 0; i < launches; ++i) {
    const std::vector arguments = {buffer_argument(buffer, uint64_t(i + 1) * count * 4),
                                   buffer_argument(buffer, uint64_t(i) * count * 4),
                                   bytes_argument(&i, 4)};
    const uint64_t local = i % 3 == 0 ? 96 : 32;
    const mux_ndrange_t range = launch({count}, {local}, arguments), none = launch({64}, {64}, {});
    ASSERT_EQ(muxCommandNDRange(commands, kernel, &range, nullptr, nullptr), mux_success);
    if (i % 7 == 0) {
      ASSERT_EQ(muxCommandNDRange(commands, other, &none, nullptr, nullptr), mux_success);
    }
  }
  for (int time = 0; time < 20; ++time) {
    for (int i = 0; i < count; ++i) {
      numbers[i] = i + time;
    }
    ASSERT_EQ(time == 0 ? run(commands) : run_again(), mux_success);
    for (int i = 0; i < launches; ++i) {
      ASSERT_EQ(numbers[(i + 1) * count + 95], 95 + time + i * (i + 1) / 2) << i;
    }
  }
}

TEST_P(CommandNDRange, packsArgumentsWhereTheirAlignmentPutsThem) {
  uint64_t out[5] = {};
  const char c = 'x';
  const double d = 42.0;
  const uint64_t wide[2] = {11, 22};
  const std::vector arguments = {bytes_argument(&c, 1), bytes_argument(&d, 8),
                                 bytes_argument(wide, 16), address_argument(out)};
  ASSERT_EQ(record_and_run(make_kernel("arguments"), launch({1}, {1}, arguments)), mux_success);
  EXPECT_EQ(out[0], uint64_t('x'));
  EXPECT_EQ(out[1], 42u);
  EXPECT_EQ(out[2], 11u);
  EXPECT_EQ(out[3], 22u);
  EXPECT_EQ(out[4], 0u) << "the packed block is aligned";
}

TEST_P(CommandNDRange, laysOutLocalMemory) {
  uint64_t out[4] = {};
  const std::vector arguments = {address_argument(out), local_argument(100), local_argument(1000)};
  ASSERT_EQ(record_and_run(make_kernel("local_memory"), launch({64}, {64}, arguments)),
            mux_success);
  EXPECT_EQ(out[0], 256u) << "after 200 static bytes, aligned to 128";
  EXPECT_EQ(out[1], 384u);
  EXPECT_EQ(out[2], 0u);
  EXPECT_EQ(out[3], 0u);
}

TEST_P(CommandNDRange, hasAllTheLocalMemoryThereIs) {
  uint64_t out[4] = {};
  const mux_kernel_t kernel = make_kernel("local_memory");
  for (const uint64_t all : {uint64_t(60) << 10, GetParam()->local_memory_size}) {
    const std::vector arguments = {
        address_argument(out), local_argument(100),
        local_argument(std::min(all, GetParam()->local_memory_size) - 384)};
    ASSERT_EQ(record_and_run(kernel, launch({64}, {64}, arguments)), mux_success);
    EXPECT_EQ(out[1], 384u);
  }
}

TEST_P(CommandNDRange, fillsInTheSchedule) {
  host::schedule seen = {};
  const std::vector arguments = {address_argument(&seen)};
  mux_ndrange_t range = launch({33, 17}, {8, 4}, arguments);
  range.global_offset[0] = 5;
  range.global_offset[1] = 6;
  range.program_variables = 0x2000;
  ASSERT_EQ(record_and_run(make_kernel("copy_schedule"), range), mux_success);
  EXPECT_EQ(seen.size, sizeof(host::schedule));
  EXPECT_EQ(seen.version, host::kernel_abi_version);
  EXPECT_EQ(seen.work_dim, 2u);
  const uint64_t expected[][3] = {{33, 17, 1}, {5, 6, 0}, {5, 5, 1}, {1, 1, 1}, {8, 4, 1}};
  EXPECT_TRUE(std::equal(expected[0], expected[0] + 3, seen.global_size));
  EXPECT_TRUE(std::equal(expected[1], expected[1] + 3, seen.global_offset));
  EXPECT_TRUE(std::equal(expected[2], expected[2] + 3, seen.num_groups));
  EXPECT_TRUE(std::equal(expected[3], expected[3] + 3, seen.local_size)) << "of the last group";
  EXPECT_TRUE(std::equal(expected[4], expected[4] + 3, seen.enqueued_local_size));
  EXPECT_EQ(seen.group_end, 25u);
  EXPECT_EQ(seen.printf_chunk, nullptr);
  EXPECT_EQ(seen.program_variables, reinterpret_cast<void*>(0x2000));
  EXPECT_LT(seen.worker, GetParam()->compute_units);
  EXPECT_EQ(seen.local_bytes, 0u);
  EXPECT_EQ(seen.private_scratch_bytes, 0u);
  EXPECT_NE(seen.stack, nullptr);
}

TEST_P(CommandNDRange, copiesThroughTheOutside) {
  std::vector<char> from(4096, 'q'), to(4096);
  const std::vector arguments = {address_argument(from.data()), address_argument(to.data())};
  ASSERT_EQ(record_and_run(make_kernel("copy_big"), launch({1}, {1}, arguments)), mux_success);
  EXPECT_EQ(from, to);
}

TEST_P(CommandNDRange, hasStackWhoeverRunsIt) {
  uint32_t sum = 0;
  const std::vector arguments = {address_argument(&sum)};
  ASSERT_EQ(record_and_run(make_kernel("deep_stack"), launch({1}, {1}, arguments)), mux_success);
  EXPECT_EQ(sum, 1024u);
}

/// The output of print_groups: each group's index twice.
struct Printed {
  std::mutex lock; ///< callbacks can come at the same time
  std::map<uint64_t, uint64_t> groups;
  uint64_t lost = 0;
  bool in_order = true; ///< within each range, which begins with its first group

  void attach(mux_ndrange_t& range, uint64_t capacity) {
    range.printf_callback = [](uint64_t first_group, const void* records, uint64_t size,
                               uint64_t lost_now, void* user_data) {
      auto& self = *static_cast<Printed*>(user_data);
      const std::lock_guard guard(self.lock);
      self.lost += lost_now;
      const auto* record = static_cast<const uint64_t*>(records);
      for (uint64_t i = 0; i < size / 8; ++i) {
        const uint64_t group = record[i] >> 32;
        self.in_order = self.in_order && group == first_group + i / 2;
        ++self.groups[group];
      }
    };
    range.printf_user_data = this;
    range.printf_capacity = capacity;
  }
};

TEST_P(CommandNDRange, handsOverWhatIsPrinted) {
  const mux_kernel_t kernel = make_kernel("print_groups");
  for (const uint64_t local : {1, 64, 1000}) {
    constexpr uint64_t count = 3000;
    Printed printed;
    mux_ndrange_t range = launch({count * local}, {local}, {});
    printed.attach(range, 1 << 20);
    ASSERT_EQ(record_and_run(kernel, range), mux_success);
    EXPECT_EQ(printed.groups.size(), count);
    EXPECT_TRUE(printed.in_order);
    EXPECT_EQ(printed.lost, 0u);
    for (const auto& [group, times] : printed.groups) {
      ASSERT_EQ(times, 2u) << group;
    }
  }
}

TEST_P(CommandNDRange, printsIntoARoomForEachRange) {
  const mux_kernel_t kernel = make_kernel("print_groups");
  Printed printed;
  mux_ndrange_t range = launch({100000}, {1000}, {}); // groups too large to share a range
  printed.attach(range, 12);
  ASSERT_EQ(record_and_run(kernel, range), mux_success);
  const uint64_t records = GetParam()->printf_ranges ? 100 : 1;
  EXPECT_EQ(printed.groups.size(), records);
  EXPECT_EQ(printed.lost, 200 - records) << "the second record of each group";
  Printed nothing;
  nothing.attach(range, 0);
  ASSERT_EQ(record_and_run(kernel, range), mux_success);
  EXPECT_TRUE(nothing.groups.empty());
  EXPECT_EQ(nothing.lost, 200u);
  nothing.attach(range, UINT64_MAX);
  EXPECT_NE(record_and_run(kernel, range), mux_success) << "no device has so much room";
}

TEST_P(CommandNDRange, printsNothingWithoutACallback) {
  EXPECT_EQ(record_and_run(make_kernel("print_groups"), launch({1000}, {1}, {})), mux_success);
}

TEST_P(CommandNDRange, nothingToDo) {
  const std::vector arguments = {address_argument(nullptr)};
  EXPECT_EQ(record_and_run(make_kernel("count_visits"), launch({0}, {1}, arguments)), mux_success);
  EXPECT_EQ(record_and_run(make_kernel("count_visits"), launch({5, 0}, {1, 1}, arguments)),
            mux_success);
}

TEST_P(CommandNDRange, neverRunsMoreAtOnceThanThereAreUnits) {
  uint32_t seen[3] = {};
  const std::vector arguments = {address_argument(&seen[0]), address_argument(&seen[1]),
                                 address_argument(&seen[2])};
  ASSERT_EQ(record_and_run(make_kernel("concurrency"), launch({1000}, {1}, arguments)),
            mux_success);
  EXPECT_EQ(seen[0], 0u);
  EXPECT_LE(seen[1], GetParam()->compute_units);
  EXPECT_GE(seen[1], 1u);
}

TEST_P(CommandNDRange, concurrentGroupsMeet) {
  const auto most = uint64_t(GetParam()->concurrent_groups);
  const mux_kernel_t kernel = make_kernel("meet");
  for (const uint64_t groups : {uint64_t(1), std::max(most / 2, uint64_t(1)), most}) {
    std::vector<uint32_t> rounds(groups + 1, 0);
    const std::vector arguments = {address_argument(rounds.data())};
    mux_ndrange_t range = launch({groups}, {1}, arguments);
    range.concurrent = true;
    if (most == 0) {
      ASSERT_EQ(record(kernel, range), mux_error_feature_unsupported);
      return;
    }
    ASSERT_EQ(record_and_run(kernel, range), mux_success);
    std::vector<uint32_t> expected(groups + 1, 100);
    expected.back() = 0;
    EXPECT_EQ(rounds, expected);
  }
}

TEST_P(CommandNDRange, moreConcurrentGroupsThanThereCanBe) {
  const auto most = uint64_t(GetParam()->concurrent_groups);
  if (most == 0) {
    GTEST_SKIP() << "there are none";
  }
  const std::vector arguments = {address_argument(nullptr)};
  mux_ndrange_t range = launch({most + 1}, {1}, arguments);
  range.concurrent = true;
  EXPECT_EQ(record(make_kernel("count_visits"), range), mux_error_invalid_value);
  range = launch({0}, {1}, arguments);
  range.concurrent = true;
  EXPECT_EQ(record_and_run(make_kernel("count_visits"), range), mux_success);
}

TEST_P(CommandNDRange, sizesThatAreNotAllowed) {
  const mux_kernel_t kernel = make_kernel("count_visits");
  const std::vector arguments = {address_argument(nullptr)};
  const uint64_t most = GetParam()->max_work_group_size;
  EXPECT_EQ(record(kernel, launch({16}, {0}, arguments)), mux_error_invalid_value);
  EXPECT_EQ(record(kernel, launch({most + 1}, {most + 1}, arguments)), mux_error_invalid_value);
  EXPECT_EQ(record(kernel, launch({most, 2}, {most, 2}, arguments)), mux_error_invalid_value);
  EXPECT_EQ(record(kernel, launch({UINT64_MAX, UINT64_MAX}, {1, 1}, arguments)),
            mux_error_invalid_value);
  mux_ndrange_t range = launch({16}, {1}, arguments);
  range.global_offset[0] = UINT64_MAX;
  EXPECT_EQ(record(kernel, range), mux_error_invalid_value);
  range = launch({16}, {1}, arguments);
  range.dimensions = 4;
  EXPECT_EQ(record(kernel, range), mux_error_invalid_value);
  range.dimensions = 0;
  EXPECT_EQ(record(kernel, range), mux_error_invalid_value);
  EXPECT_EQ(record(kernel, launch({most}, {most}, arguments)), mux_success);
}

TEST_P(CommandNDRange, requiredSize) {
  const mux_kernel_t kernel = make_kernel("required_size");
  const std::vector arguments = {address_argument(nullptr)};
  EXPECT_EQ(record(kernel, launch({16, 16}, {8, 1}, arguments)), mux_error_invalid_value);
  EXPECT_EQ(record(kernel, launch({16}, {4}, arguments)), mux_error_invalid_value);
  EXPECT_EQ(record(kernel, launch({16, 16}, {4, 2}, arguments)), mux_success);
}

TEST_P(CommandNDRange, smallerGroupsRunTheirOwnKernel) {
  const mux_kernel_t kernel = make_kernel("required_size"); // 4 by 2
  const mux_kernel_t remainder = make_kernel("count_visits");
  std::vector<uint64_t> visits(15 * 5);
  const std::vector arguments = {address_argument(visits.data())};
  mux_ndrange_t range = launch({15, 5}, {4, 2}, arguments);
  EXPECT_EQ(record(kernel, range), mux_error_invalid_value) << "there is no code for them";
  range.remainder_kernel = kernel;
  EXPECT_EQ(record(kernel, range), mux_error_invalid_value);
  range.remainder_kernel = make_kernel("add");
  EXPECT_EQ(record(kernel, range), mux_error_invalid_value) << "it takes other arguments";
  range.remainder_kernel = remainder;
  ASSERT_EQ(record_and_run(kernel, range), mux_success);
  EXPECT_EQ(visits, std::vector<uint64_t>(visits.size(), 1));
  range.global_size[0] = 3; // no group is full
  ASSERT_EQ(record_and_run(kernel, range), mux_success);
  EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), uint64_t(0)), visits.size() + 15);
  EXPECT_EQ(visits[0], 2u);
}

/// Targets may ignore a better form, but no group runs both.
TEST_P(CommandNDRange, groupsThatBeginLaterRunABetterForm) {
  std::vector<uint64_t> visits(64);
  visits[0] = 1; // what "spins" waits for
  const std::vector arguments = {address_argument(visits.data())};
  mux_ndrange_t range = launch({64}, {1}, arguments);
  mux_better_kernel_t better = {make_kernel("count_visits"), nullptr, nullptr};
  range.better_kernel = &better;
  ASSERT_EQ(record_and_run(make_kernel("spins"), range), mux_success);
  const bool took_it = visits.back() != 0;
  std::vector<uint64_t> wanted(64, took_it ? 1 : 0);
  wanted[0] = took_it ? 2 : 1 | uint64_t(1) << 32; // two words that "spins" writes
  wanted[1] = 1;
  EXPECT_EQ(visits, wanted);
  EXPECT_TRUE(took_it || !is_host());
}

TEST_P(CommandNDRange, launchesThatAreLongSaySo) {
  const uint32_t rounds = 300'000;
  const std::vector arguments = {bytes_argument(&rounds, 4)};
  mux_ndrange_t range = launch({2000}, {1}, arguments);
  std::atomic<int> said = 0;
  mux_better_kernel_t better = {nullptr, [](void* to) { ++*static_cast<std::atomic<int>*>(to); },
                                &said};
  range.better_kernel = &better;
  ASSERT_EQ(record_and_run(make_kernel("turns"), range), mux_success); // 200 ms of one core
  EXPECT_LE(said, 1);
  EXPECT_TRUE(said == 1 || !is_host());
  const int before = said;
  range.global_size[0] = 1;
  ASSERT_EQ(record_and_run(make_kernel("turns"), range), mux_success);
  EXPECT_EQ(said, before) << "a short one does not";
}

TEST_P(CommandNDRange, argumentsLieBehindTheVariablesOfBothKernels) {
  // Without static local memory, and with 200 bytes of it.
  const mux_kernel_t with = make_kernel("local_memory");
  const mux_kernel_t without = make_kernel("no_local_memory");
  for (const auto& [kernel, remainder] : {std::pair{with, without}, {without, with}}) {
    uint64_t out[4] = {};
    const std::vector arguments = {address_argument(out), local_argument(100),
                                   local_argument(1000)};
    mux_ndrange_t range = launch({65}, {64}, arguments);
    range.remainder_kernel = remainder;
    ASSERT_EQ(record_and_run(kernel, range), mux_success);
    EXPECT_EQ(out[0], 256u) << "after 200 static bytes of one of them";
    EXPECT_EQ(out[1], 384u);
  }
}

TEST_P(CommandNDRange, argumentsThatDoNotSuit) {
  const mux_kernel_t kernel = make_kernel("add");
  const int value = 1;
  const mux_descriptor_t pointer = address_argument(nullptr);
  const mux_descriptor_t four = bytes_argument(&value, 4);
  const auto with = [&](const std::vector<mux_descriptor_t>& arguments) {
    return record(kernel, launch({16}, {1}, arguments));
  };
  EXPECT_EQ(with({pointer, pointer, four}), mux_success);
  EXPECT_EQ(with({}), mux_error_invalid_value);
  EXPECT_EQ(with({pointer, pointer}), mux_error_invalid_value);
  EXPECT_EQ(with({pointer, pointer, four, four}), mux_error_invalid_value);
  EXPECT_EQ(with({pointer, pointer, bytes_argument(&value, 2)}), mux_error_invalid_value);
  EXPECT_EQ(with({pointer, pointer, bytes_argument(nullptr, 4)}), mux_error_invalid_value);
  EXPECT_EQ(with({pointer, pointer, local_argument(4)}), mux_error_invalid_value);
  EXPECT_EQ(with({pointer, four, four}), mux_error_invalid_value);
  EXPECT_EQ(with({pointer, buffer_argument(nullptr), four}), mux_error_invalid_value);
  mux_descriptor_t strange = pointer;
  strange.type = mux_descriptor_type_e(77);
  EXPECT_EQ(with({strange, pointer, four}), mux_error_invalid_value);
  mux_buffer_t unbound = nullptr;
  ASSERT_EQ(muxCreateBuffer(device, 16, allocator, &unbound), mux_success);
  EXPECT_EQ(with({buffer_argument(unbound), pointer, four}), mux_error_invalid_value);
  muxDestroyBuffer(device, unbound, allocator);
}

TEST_P(CommandNDRange, moreLocalMemoryThanThereIs) {
  uint64_t out[4] = {};
  const uint64_t most = GetParam()->local_memory_size;
  for (const uint64_t size : {most, most + 1, UINT64_MAX}) {
    const std::vector arguments = {address_argument(out), local_argument(size), local_argument(16)};
    EXPECT_EQ(record(make_kernel("local_memory"), launch({1}, {1}, arguments)),
              mux_error_invalid_value);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, CommandNDRange, testing::ValuesIn(all_devices()), device_name);

} // namespace
