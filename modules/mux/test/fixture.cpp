// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

#include "mux/config.h"
#include "test_kernels.h"

#include <algorithm>

namespace mux_test {

std::vector<mux_device_info_t> all_devices() {
  std::vector<mux_device_info_t> devices;
  for (const mux_target_functions_t* target : mux_targets) {
    mux_device_info_t found[16] = {};
    uint64_t length = 0;
    constexpr uint32_t every_type = mux_device_type_cpu | mux_device_type_gpu |
                                    mux_device_type_accelerator | mux_device_type_custom;
    if (target != nullptr && muxGetDeviceInfos(target->info.id, every_type, std::size(found), found,
                                               &length) == mux_success) {
      devices.insert(devices.end(), found, found + length);
    }
  }
  return devices;
}

std::string device_name(const testing::TestParamInfo<mux_device_info_t>& info) {
  return std::string(mux_targets[info.param->id]->info.name) + "_" +
         std::to_string(info.param->index);
}

std::vector<uint8_t> test_binary(mux_id_t target) {
  if (target == MUX_TARGET_CUDA) {
    return binary::write(test_kernels::program_for_fake_cuda());
  }
  if (target == MUX_TARGET_HOST || target == MUX_TARGET_TWIN) { // twin's code is the host's
    return binary::write(test_kernels::program());
  }
  ADD_FAILURE() << "no test kernels for target " << target;
  return {};
}

void DeviceTest::SetUp() {
  ASSERT_EQ(muxCreateDevice(GetParam()->id, GetParam(), allocator, &device), mux_success);
  ASSERT_EQ(muxGetQueue(device, mux_queue_type_compute, 0, &queue), mux_success);
}

void DeviceTest::TearDown() {
  EXPECT_EQ(muxWaitAll(queue), mux_success);
  std::for_each(cleanup.rbegin(), cleanup.rend(), [](auto& function) { function(); });
  muxDestroyDevice(device, allocator);
  EXPECT_EQ(allocator.live, 0) << "something was not freed";
}

mux_fence_t DeviceTest::make_fence() {
  mux_fence_t fence = nullptr;
  EXPECT_EQ(muxCreateFence(device, allocator, &fence), mux_success);
  cleanup.push_back([=, this] { muxDestroyFence(device, fence, allocator); });
  return fence;
}

mux_semaphore_t DeviceTest::make_semaphore() {
  mux_semaphore_t semaphore = nullptr;
  EXPECT_EQ(muxCreateSemaphore(device, allocator, &semaphore), mux_success);
  cleanup.push_back([=, this] { muxDestroySemaphore(device, semaphore, allocator); });
  return semaphore;
}

mux_command_buffer_t DeviceTest::make_command_buffer(mux_command_order_e order) {
  mux_command_buffer_t commands = nullptr;
  EXPECT_EQ(muxCreateCommandBuffer(device, order, allocator, &commands), mux_success);
  cleanup.push_back([=, this] { muxDestroyCommandBuffer(device, commands, allocator); });
  return commands;
}

mux_buffer_t DeviceTest::make_buffer(uint64_t size, void** data) {
  mux_memory_t memory = nullptr;
  mux_buffer_t buffer = nullptr;
  EXPECT_EQ(muxAllocateMemory(device, size, 0, mux_memory_property_host_visible,
                              mux_allocation_type_alloc_device, 0, allocator, &memory),
            mux_success);
  EXPECT_EQ(muxCreateBuffer(device, size, allocator, &buffer), mux_success);
  EXPECT_EQ(muxBindBufferMemory(device, memory, buffer, 0), mux_success);
  if (data != nullptr) {
    EXPECT_EQ(muxMapMemory(device, memory, 0, size, data), mux_success);
  }
  cleanup.push_back([=, this] {
    muxDestroyBuffer(device, buffer, allocator);
    muxFreeMemory(device, memory, allocator);
  });
  return buffer;
}

mux_executable_t DeviceTest::make_executable() {
  if (loaded_executable == nullptr) {
    const auto binary = test_binary(GetParam()->id);
    EXPECT_EQ(
        muxCreateExecutable(device, binary.data(), binary.size(), allocator, &loaded_executable),
        mux_success);
    cleanup.push_back([this] { muxDestroyExecutable(device, loaded_executable, allocator); });
  }
  return loaded_executable;
}

mux_kernel_t DeviceTest::make_kernel(const char* name) {
  mux_kernel_t kernel = nullptr;
  EXPECT_EQ(muxCreateKernel(device, make_executable(), name, std::char_traits<char>::length(name),
                            allocator, &kernel),
            mux_success);
  cleanup.push_back([=, this] { muxDestroyKernel(device, kernel, allocator); });
  return kernel;
}

mux_result_t DeviceTest::run(mux_command_buffer_t commands) {
  EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  const mux_fence_t fence = make_fence();
  EXPECT_EQ(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
            mux_success);
  return muxTryWait(queue, mux_wait_forever, fence);
}

} // namespace mux_test
