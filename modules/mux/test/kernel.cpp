// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

#include <algorithm>
#include <chrono>
#include <span>

namespace {

using namespace mux_test;

class Kernel : public DeviceTest {};

TEST_P(Kernel, tellsAboutItself) {
  const mux_kernel_t kernel = make_kernel("local_memory");
  EXPECT_STREQ(kernel->name, "local_memory");
  EXPECT_EQ(kernel->arguments_length, 3u);
  EXPECT_EQ(kernel->local_bytes, 200u);
  EXPECT_EQ(kernel->required_local_size[0], 0u);
  EXPECT_LE(kernel->max_work_group_size, GetParam()->max_work_group_size);
  EXPECT_GE(kernel->preferred_multiple, 1u);
  const mux_kernel_t required = make_kernel("required_size");
  EXPECT_EQ(required->required_local_size[0], 4u);
  EXPECT_EQ(required->required_local_size[1], 2u);
  EXPECT_EQ(required->preferred_multiple, 8u);
}

TEST_P(Kernel, unknownNames) {
  mux_kernel_t kernel = nullptr;
  for (const std::string name : {"", "nobody", "nothin", "nothing2"}) {
    EXPECT_EQ(
        muxCreateKernel(device, make_executable(), name.data(), name.size(), allocator, &kernel),
        mux_error_missing_kernel)
        << name;
  }
  ASSERT_EQ(muxCreateKernel(device, make_executable(), "nothing2", 7, allocator, &kernel),
            mux_success)
      << "the length counts";
  EXPECT_EQ(muxDestroyKernel(device, kernel, allocator), mux_success);
}

TEST_P(Kernel, suggestsLocalSizes) {
  const mux_kernel_t kernel = make_kernel("nothing");
  const uint64_t sizes[][3] = {{1, 1, 1},    {1000, 1, 1},    {1 << 20, 1, 1},   {1920, 1080, 1},
                               {7919, 1, 1}, {104729, 1, 1},  {64, 64, 64},      {3, 5, 7},
                               {1, 4096, 1}, {1, 1, 1 << 20}, {UINT64_MAX, 1, 1}};
  for (const auto& global : sizes) {
    for (uint32_t dimensions = 1; dimensions <= 3; ++dimensions) {
      uint64_t local[3] = {};
      ASSERT_EQ(muxQuerySuggestedLocalSize(kernel, dimensions, global, nullptr, local),
                mux_success);
      uint64_t items = 1;
      for (uint32_t i = 0; i < 3; ++i) {
        ASSERT_GE(local[i], 1u);
        EXPECT_EQ(i < dimensions ? global[i] % local[i] : local[i] - 1, 0u);
        items *= local[i];
      }
      EXPECT_LE(items, kernel->max_work_group_size);
    }
  }
  const uint64_t zero[3] = {0, 0, 0};
  uint64_t local[3] = {};
  EXPECT_EQ(muxQuerySuggestedLocalSize(kernel, 3, zero, nullptr, local), mux_success);
  EXPECT_EQ(muxQuerySuggestedLocalSize(kernel, 0, zero, nullptr, local), mux_error_invalid_value);
  EXPECT_EQ(muxQuerySuggestedLocalSize(kernel, 4, zero, nullptr, local), mux_error_invalid_value);
  EXPECT_EQ(muxQuerySuggestedLocalSize(kernel, 1, nullptr, nullptr, local), mux_error_null_pointer);
  const uint64_t global[3] = {64, 64, 1};
  ASSERT_EQ(muxQuerySuggestedLocalSize(make_kernel("required_size"), 2, global, nullptr, local),
            mux_success);
  EXPECT_EQ(local[0], 4u);
  EXPECT_EQ(local[1], 2u);
}

TEST_P(Kernel, suggestsSizesThatLeaveSmallerGroups) {
  const uint64_t prime[3] = {104729, 1, 1};
  uint64_t local[3] = {};
  ASSERT_EQ(muxQuerySuggestedLocalSize(make_kernel("any_size"), 1, prime, nullptr, local),
            mux_success);
  EXPECT_GE(local[0], 64u);
  EXPECT_LE(local[0], 4096u);
  ASSERT_EQ(muxQuerySuggestedLocalSize(make_kernel("count_visits"), 1, prime, nullptr, local),
            mux_success);
  EXPECT_EQ(local[0], 1u) << "its groups all have one size";
}

TEST_P(Kernel, timeOfItsLaunches) {
  const mux_kernel_t kernel = make_kernel("nothing");
  uint64_t time = 1;
  ASSERT_EQ(muxQueryKernelTime(kernel, &time), mux_success);
  EXPECT_EQ(time, 0u) << "it has not run yet";
  EXPECT_EQ(muxQueryKernelTime(kernel, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxQueryKernelTime(nullptr, &time), mux_error_null_pointer);
}

TEST_P(Kernel, timeGrowsAsLaunchesEnd) {
  const mux_kernel_t kernel = make_kernel("turns");
  const uint32_t rounds = 100'000'000;
  const mux_descriptor_t argument = {.type = mux_descriptor_type_bytes,
                                     .bytes = {&rounds, sizeof rounds}};
  mux_ndrange_t range = {};
  range.dimensions = 1;
  std::fill_n(range.global_size, 3, 1);
  std::fill_n(range.local_size, 3, 1);
  range.descriptors = &argument;
  range.descriptors_length = 1;
  uint64_t before = 0;
  for (int i = 0; i < 2; ++i) {
    const mux_command_buffer_t commands = make_command_buffer(mux_command_order_in_order);
    ASSERT_EQ(muxCommandNDRange(commands, kernel, &range, nullptr, nullptr), mux_success);
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(run(commands), mux_success);
    const auto most = static_cast<uint64_t>((std::chrono::steady_clock::now() - begin).count());
    uint64_t time = 0;
    ASSERT_EQ(muxQueryKernelTime(kernel, &time), mux_success);
    EXPECT_GT(time - before, most / 10);
    EXPECT_LE(time - before, most);
    before = time;
  }
}

TEST_P(Kernel, subGroupsAreThereOrNot) {
  if (GetParam()->max_sub_group_count != 0) {
    GTEST_SKIP() << "the device has sub-groups";
  }
  const mux_kernel_t kernel = make_kernel("nothing");
  const uint64_t local[3] = {8, 1, 1};
  uint64_t out[3] = {};
  EXPECT_EQ(muxQuerySubGroupSizeForLocalSize(kernel, local, out), mux_error_feature_unsupported);
  EXPECT_EQ(muxQueryLocalSizeForSubGroupCount(kernel, 2, out), mux_error_feature_unsupported);
  EXPECT_EQ(muxQueryMaxSubGroupCount(kernel, out), mux_error_feature_unsupported);
  EXPECT_EQ(muxQueryLocalSizeForSubGroupCount(kernel, 0, out), mux_error_invalid_value);
}

TEST_P(Kernel, subGroupsOfAGroup) {
  if (GetParam()->max_sub_group_count == 0) {
    GTEST_SKIP() << "the device has no sub-groups";
  }
  const mux_kernel_t kernel = make_kernel("nothing");
  const uint64_t local[3] = {8, 1, 1};
  uint64_t size = 0, most = 0, out[3] = {};
  ASSERT_EQ(muxQuerySubGroupSizeForLocalSize(kernel, local, &size), mux_success);
  const std::span sizes(GetParam()->sub_group_sizes, GetParam()->sub_group_sizes_length);
  EXPECT_NE(std::ranges::find(sizes, size), sizes.end()) << size;
  ASSERT_EQ(muxQueryMaxSubGroupCount(kernel, &most), mux_success);
  EXPECT_EQ(most, (kernel->max_work_group_size + size - 1) / size);
  EXPECT_LE(most, GetParam()->max_sub_group_count);
  ASSERT_EQ(muxQueryLocalSizeForSubGroupCount(kernel, 2, out), mux_success);
  EXPECT_EQ(std::vector(out, out + 3), (std::vector<uint64_t>{2 * size, 1, 1}));
  for (const uint64_t too_many : {most + 1, UINT64_MAX}) {
    ASSERT_EQ(muxQueryLocalSizeForSubGroupCount(kernel, too_many, out), mux_success);
    EXPECT_EQ(std::vector(out, out + 3), (std::vector<uint64_t>{0, 0, 0}));
  }
  EXPECT_EQ(muxQueryLocalSizeForSubGroupCount(kernel, 0, out), mux_error_invalid_value);
}

TEST_P(Kernel, subGroupsOfARequiredSize) {
  if (GetParam()->max_sub_group_count == 0) {
    GTEST_SKIP() << "the device has no sub-groups";
  }
  const mux_kernel_t kernel = make_kernel("required_size"); // 4 by 2
  const uint64_t local[3] = {4, 2, 1};
  uint64_t size = 0, most = 0, out[3] = {7, 7, 7};
  ASSERT_EQ(muxQuerySubGroupSizeForLocalSize(kernel, local, &size), mux_success);
  ASSERT_EQ(muxQueryMaxSubGroupCount(kernel, &most), mux_success);
  EXPECT_EQ(most, (8 + size - 1) / size);
  ASSERT_EQ(muxQueryLocalSizeForSubGroupCount(kernel, most, out), mux_success);
  EXPECT_EQ(out[0], 0u) << "it is not one-dimensional";
}

TEST_P(Kernel, wrongParameters) {
  mux_kernel_t kernel = nullptr;
  EXPECT_EQ(muxCreateKernel(device, make_executable(), nullptr, 3, allocator, &kernel),
            mux_error_null_pointer);
  EXPECT_EQ(muxCreateKernel(device, nullptr, "nothing", 7, allocator, &kernel),
            mux_error_null_pointer);
  EXPECT_EQ(muxDestroyKernel(device, wrong(kernel), allocator), mux_error_invalid_object);
  make_executable();
  allocator.left = 0;
  EXPECT_EQ(muxCreateKernel(device, make_executable(), "nothing", 7, allocator, &kernel),
            mux_error_out_of_memory);
  allocator.left = INT64_MAX;
}

INSTANTIATE_TEST_SUITE_P(Devices, Kernel, testing::ValuesIn(all_devices()), device_name);

} // namespace
