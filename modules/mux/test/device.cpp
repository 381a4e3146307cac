// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"
#include "mux/config.h"

#include <cstring>

namespace {

using namespace mux_test;

TEST(Targets, areListed) {
  uint64_t length = 0;
  ASSERT_EQ(muxGetTargetInfos(0, nullptr, &length), mux_success);
  ASSERT_GE(length, 1u);
  std::vector<mux_target_info_t> infos(length + 1);
  ASSERT_EQ(muxGetTargetInfos(infos.size(), infos.data(), nullptr), mux_success);
  for (uint64_t i = 0; i < length; ++i) {
    EXPECT_STREQ(infos[i].name, mux_targets[infos[i].id]->info.name);
    EXPECT_NE(infos[i].platform_name[0], 0);
  }
  EXPECT_EQ(infos[length].id, 0u) << "nothing is written beyond the targets";
  EXPECT_EQ(muxGetTargetInfos(1, nullptr, &length), mux_error_null_pointer);
}

TEST(Targets, unknownOnesHaveNoDevices) {
  uint64_t length = 0;
  for (const mux_id_t target : {mux_id_t(0), MUX_TARGET_MAX + 1, UINT32_MAX}) {
    EXPECT_EQ(muxGetDeviceInfos(target, mux_device_type_cpu, 0, nullptr, &length),
              mux_error_invalid_value);
  }
}

TEST(Results, haveNames) {
  EXPECT_STREQ(muxGetResultName(mux_success), "mux_success");
  EXPECT_STREQ(muxGetResultName(mux_error_internal), "mux_error_internal");
  EXPECT_STREQ(muxGetResultName(mux_result_t(9999)), "unknown mux_result_t");
}

class DeviceInfo : public testing::TestWithParam<mux_device_info_t> {};

TEST_P(DeviceInfo, typesChooseDevices) {
  const mux_device_info_t info = GetParam();
  uint64_t length = 99;
  EXPECT_EQ(muxGetDeviceInfos(info->id, info->device_type, 0, nullptr, &length), mux_success);
  EXPECT_GE(length, 1u);
  EXPECT_EQ(muxGetDeviceInfos(info->id, mux_device_type_custom, 0, nullptr, &length), mux_success);
  EXPECT_EQ(length, 0u);
  EXPECT_EQ(muxGetDeviceInfos(info->id, 0, 0, nullptr, &length), mux_error_invalid_value);
  EXPECT_EQ(muxGetDeviceInfos(info->id, 0x100, 0, nullptr, &length), mux_error_invalid_value);
}

TEST_P(DeviceInfo, isConsistent) {
  const mux_device_info_t info = GetParam();
  EXPECT_NE(std::strlen(info->device_name), 0u);
  EXPECT_GE(info->compute_units, 1u);
  EXPECT_EQ(info->max_work_dimensions, 3u);
  EXPECT_GE(info->max_work_group_size, 1u);
  for (const uint64_t size : info->max_work_item_sizes) {
    EXPECT_LE(size, info->max_work_group_size);
    EXPECT_GE(size, 1u);
  }
  EXPECT_GT(info->memory_size, 0u);
  EXPECT_GE(info->max_allocation_size, uint64_t(128) << 20);
  EXPECT_GE(info->local_memory_size, 32u << 10) << "OpenCL 1.2 asks for 32 KiB";
  EXPECT_GE(info->max_argument_bytes, 1024u);
  EXPECT_TRUE(info->address_bits == 32 || info->address_bits == 64);
  EXPECT_GE(info->heaps_length, 1u);
  EXPECT_GE(info->queue_types[mux_queue_type_compute], 1u);
  EXPECT_GE(info->binary_formats_length, 1u);
  constexpr uint32_t dot_products = mux_dot_product_capabilities_signed |
                                    mux_dot_product_capabilities_unsigned |
                                    mux_dot_product_capabilities_mixed;
  EXPECT_EQ(info->dot_product_capabilities & ~dot_products, 0u);
  EXPECT_EQ(info->half_capabilities == 0, info->native_vector_widths.float16 == 0);
  EXPECT_EQ(info->double_capabilities == 0, info->native_vector_widths.float64 == 0);
  EXPECT_GE(info->native_vector_widths.float32, 1u);
  if (!info->image_support) {
    EXPECT_EQ(info->max_samplers + info->max_sampled_images + info->max_storage_images, 0u);
  }
}

TEST_P(DeviceInfo, createsDevices) {
  Allocator allocator;
  mux_device_t first = nullptr, second = nullptr;
  ASSERT_EQ(muxCreateDevice(GetParam()->id, GetParam(), allocator, &first), mux_success);
  ASSERT_EQ(muxCreateDevice(GetParam()->id, GetParam(), allocator, &second), mux_success);
  EXPECT_EQ(first->header.id, GetParam()->id);
  EXPECT_EQ(first->header.type, mux_object_type_device);
  EXPECT_EQ(first->info, GetParam());
  EXPECT_EQ(muxDestroyDevice(first, allocator), mux_success);
  EXPECT_EQ(muxDestroyDevice(second, allocator), mux_success);
  EXPECT_EQ(allocator.live, 0);
}

TEST_P(DeviceInfo, creationFails) {
  Allocator allocator;
  mux_device_t device = nullptr;
  const mux_id_t id = GetParam()->id;
  EXPECT_EQ(muxCreateDevice(id, nullptr, allocator, &device), mux_error_null_pointer);
  EXPECT_EQ(muxCreateDevice(id, GetParam(), {}, &device), mux_error_null_pointer);
  EXPECT_EQ(muxCreateDevice(id, GetParam(), allocator, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxCreateDevice(0, GetParam(), allocator, &device), mux_error_invalid_value);
  mux_device_info_s other = *GetParam();
  other.id = id + 1;
  EXPECT_EQ(muxCreateDevice(id, &other, allocator, &device), mux_error_invalid_object);
  allocator.left = 0;
  EXPECT_EQ(muxCreateDevice(id, GetParam(), allocator, &device), mux_error_out_of_memory);
  EXPECT_EQ(muxDestroyDevice(nullptr, allocator), mux_error_null_pointer);
}

INSTANTIATE_TEST_SUITE_P(Devices, DeviceInfo, testing::ValuesIn(all_devices()), device_name);

class Device : public DeviceTest {};

TEST_P(Device, tellsTheTime) {
  uint64_t device_time[2] = {}, host_time[2] = {};
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(muxGetDeviceTime(device, &device_time[i], &host_time[i]), mux_success);
  }
  EXPECT_LE(device_time[0], device_time[1]);
  EXPECT_LE(host_time[0], host_time[1]);
  EXPECT_EQ(muxGetDeviceTime(device, nullptr, host_time), mux_error_null_pointer);
  EXPECT_EQ(muxGetDeviceTime(nullptr, device_time, host_time), mux_error_null_pointer);
  EXPECT_EQ(muxGetDeviceTime(wrong(device), device_time, host_time), mux_error_invalid_object);
}

TEST_P(Device, mayBePreparedAgainAndAgain) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(muxPrepareDevice(device), mux_success);
  }
  EXPECT_EQ(muxPrepareDevice(nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxPrepareDevice(wrong(device)), mux_error_invalid_object);
}

TEST_P(Device, hasQueues) {
  mux_queue_t again = nullptr;
  EXPECT_EQ(muxGetQueue(device, mux_queue_type_compute, 0, &again), mux_success);
  EXPECT_EQ(again, queue);
  EXPECT_EQ(queue->device, device);
  const uint32_t count = GetParam()->queue_types[mux_queue_type_compute];
  EXPECT_EQ(muxGetQueue(device, mux_queue_type_compute, count, &again), mux_error_invalid_value);
  EXPECT_EQ(muxGetQueue(device, mux_queue_type_e(7), 0, &again), mux_error_invalid_value);
  EXPECT_EQ(muxGetQueue(device, mux_queue_type_compute, 0, nullptr), mux_error_null_pointer);
}

INSTANTIATE_TEST_SUITE_P(Devices, Device, testing::ValuesIn(all_devices()), device_name);

} // namespace
