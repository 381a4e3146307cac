// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machines with the fake driver. The driver is opened once a process, so that each machine has a
// process of its own.
#ifndef CUDA_TEST_MACHINE_H
#define CUDA_TEST_MACHINE_H

#include "mux/config.h"

#include <array>
#include <cstdlib>
#include <gtest/gtest.h>
#include <initializer_list>

inline const mux_allocator_info_t allocator = {
    [](void*, size_t size, size_t alignment) -> void* {
      return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    },
    [](void*, void* memory) { std::free(memory); }, nullptr};

inline mux_device_t first_device() {
  mux_device_info_t info = nullptr;
  mux_device_t device = nullptr;
  const bool made =
      muxGetDeviceInfos(MUX_TARGET_CUDA, mux_device_type_gpu, 1, &info, nullptr) == mux_success &&
      muxCreateDevice(MUX_TARGET_CUDA, info, allocator, &device) == mux_success;
  return made ? device : nullptr;
}

/// Ends with 0 if a check holds on a machine with these variables.
template <typename Check>
void on_machine(std::initializer_list<std::array<const char*, 2>> variables, Check check) {
  EXPECT_EXIT(
      {
        for (const auto& [name, value] : variables) {
          setenv(name, value, 1);
        }
        std::_Exit(check() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

class MachinesDeathTest : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

#endif
