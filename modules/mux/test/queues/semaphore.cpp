// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

namespace {

using namespace mux_test;

// dispatch.cpp tests the effect of semaphores on dispatches.
class Semaphore : public DeviceTest {};

TEST_P(Semaphore, isCreatedResetAndDestroyed) {
  mux_semaphore_t semaphore = nullptr;
  ASSERT_EQ(muxCreateSemaphore(device, allocator, &semaphore), mux_success);
  EXPECT_EQ(semaphore->header.type, mux_object_type_semaphore);
  EXPECT_EQ(muxResetSemaphore(device, semaphore), mux_success);
  EXPECT_EQ(muxDestroySemaphore(device, semaphore, allocator), mux_success);
}

TEST_P(Semaphore, wrongParameters) {
  mux_semaphore_t semaphore = nullptr;
  EXPECT_EQ(muxCreateSemaphore(device, allocator, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxCreateSemaphore(device, {}, &semaphore), mux_error_null_pointer);
  EXPECT_EQ(muxResetSemaphore(device, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxResetSemaphore(device, wrong(semaphore)), mux_error_invalid_object);
  EXPECT_EQ(muxDestroySemaphore(device, wrong(semaphore), allocator), mux_error_invalid_object);
  allocator.left = 0;
  EXPECT_EQ(muxCreateSemaphore(device, allocator, &semaphore), mux_error_out_of_memory);
  allocator.left = INT64_MAX;
}

INSTANTIATE_TEST_SUITE_P(Devices, Semaphore, testing::ValuesIn(all_devices()), device_name);

} // namespace
