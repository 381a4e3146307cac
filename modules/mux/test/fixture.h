// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture of the interface's tests, which run for every device of every target of the build.
#ifndef MUX_TEST_FIXTURE_H
#define MUX_TEST_FIXTURE_H

#include "mux/mux.h"

#include <atomic>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace mux_test {

/// Counts what is allocated, and can be told to fail.
class Allocator {
public:
  operator mux_allocator_info_t() { return {allocate, release, this}; }

  std::atomic<int64_t> live = 0;         ///< allocations that have not been freed
  std::atomic<int64_t> left = INT64_MAX; ///< allocations until one fails

private:
  static void* allocate(void* self, size_t size, size_t alignment) {
    auto& allocator = *static_cast<Allocator*>(self);
    if (allocator.left-- <= 0) {
      return nullptr;
    }
    ++allocator.live;
    alignment = std::max(alignment, sizeof(void*));
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  }
  static void release(void* self, void* memory) {
    if (memory != nullptr) {
      --static_cast<Allocator*>(self)->live;
      std::free(memory);
    }
  }
};

[[nodiscard]] std::vector<mux_device_info_t> all_devices();

/// "host_0": target and index of a device, as the suffix of tests' names.
[[nodiscard]] std::string device_name(const testing::TestParamInfo<mux_device_info_t>& info);

/// A container with the kernels of test_kernels.h for a target.
[[nodiscard]] std::vector<uint8_t> test_binary(mux_id_t target);

/// Calls a function when the scope ends.
class Finally {
public:
  explicit Finally(std::function<void()> given) : function(std::move(given)) {}
  ~Finally() { function(); }
  Finally(const Finally&) = delete;
  Finally& operator=(const Finally&) = delete;

private:
  std::function<void()> function;
};

/// A device with a queue. Objects of `make_…` are destroyed at the end; nothing may be left over.
class DeviceTest : public testing::TestWithParam<mux_device_info_t> {
protected:
  void SetUp() override;
  void TearDown() override;

  mux_fence_t make_fence();
  mux_semaphore_t make_semaphore();
  mux_command_buffer_t make_command_buffer(mux_command_order_e order = mux_command_order_in_order);
  /// A buffer with memory of its own; `data` gets the address that the host sees.
  mux_buffer_t make_buffer(uint64_t size, void** data = nullptr);
  mux_executable_t make_executable();
  mux_kernel_t make_kernel(const char* name);

  /// Finalizes, dispatches and waits; the result is the fence's.
  mux_result_t run(mux_command_buffer_t commands);

  /// An object of another kind than any that a parameter takes.
  template <typename Handle> Handle wrong(Handle) {
    return reinterpret_cast<Handle>(static_cast<void*>(&impostor));
  }

  Allocator allocator;
  mux_device_t device = nullptr;
  mux_queue_t queue = nullptr;

private:
  mux_executable_t loaded_executable = nullptr;
  std::vector<std::function<void()>> cleanup;
  mux_object_header_t impostor = {0, mux_object_type_device};
};

} // namespace mux_test

#endif
