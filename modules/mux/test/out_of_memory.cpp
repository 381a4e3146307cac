// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each allocation of each entry point fails once: the first, then the second, until the call needs
// no more. A call that failed has changed nothing and leaked nothing.
#include "fixture.h"
#include "ndrange.h"

namespace {

using namespace mux_test;

class OutOfMemory : public DeviceTest {
protected:
  /// Gives how many allocations failed. `call` undoes what it did when it has succeeded.
  int each_fails(const char* name, const std::function<mux_result_t()>& call) {
    for (int i = 0; i < 1000; ++i) {
      const int64_t before = allocator.live;
      allocator.left = i;
      const mux_result_t result = call();
      const bool failed = allocator.left < 0;
      allocator.left = INT64_MAX;
      EXPECT_EQ(result, failed ? mux_error_out_of_memory : mux_success) << name << ", " << i;
      EXPECT_EQ(allocator.live, before) << name << ", " << i;
      if (!failed) {
        return i;
      }
    }
    ADD_FAILURE() << name << " never ends to allocate";
    return 0;
  }
  /// The usual pair: a function that creates and one that destroys.
  template <typename Handle, typename Create, typename Destroy>
  void each_fails(const char* name, Create create, Destroy destroy) {
    const int failures = each_fails(name, [&] {
      Handle made = nullptr;
      const mux_result_t result = create(&made);
      allocator.left = allocator.left < 0 ? int64_t(-1) : INT64_MAX; // destruction needs none
      if (result == mux_success) {
        destroy(made);
      } else {
        EXPECT_EQ(made, nullptr) << name;
      }
      return result;
    });
    EXPECT_GT(failures, 0) << name;
  }

  struct RecordingCase {
    const char* name;
    std::function<mux_result_t(mux_command_buffer_t, const mux_command_info_t*)> record;
  };
  std::vector<RecordingCase> rows() {
    static uint8_t host[4096];
    static const uint8_t pattern[128] = {};
    static const mux_buffer_region_t region = {{4, 4, 4}, {}, {}, {16, 64}, {16, 64}};
    static std::vector<mux_descriptor_t> arguments;
    const mux_buffer_t a = make_buffer(4096), b = make_buffer(4096);
    const mux_kernel_t kernel = make_kernel("count_visits");
    mux_query_pool_t pool = nullptr;
    EXPECT_EQ(muxCreateQueryPool(device, mux_query_type_duration, 4, allocator, &pool),
              mux_success);
    finally.push_back([=, this] { muxDestroyQueryPool(device, pool, allocator); });
    arguments = {buffer_argument(a)};
    return {
        {"read",
         [=](auto c, auto* i) { return muxCommandReadBuffer(c, a, 0, host, 64, i, nullptr); }},
        {"read regions",
         [=](auto c, auto* i) {
           return muxCommandReadBufferRegions(c, a, host, &region, 1, i, nullptr);
         }},
        {"write",
         [=](auto c, auto* i) { return muxCommandWriteBuffer(c, a, 0, host, 64, i, nullptr); }},
        {"write regions",
         [=](auto c, auto* i) {
           return muxCommandWriteBufferRegions(c, a, host, &region, 1, i, nullptr);
         }},
        {"copy",
         [=](auto c, auto* i) { return muxCommandCopyBuffer(c, a, 0, b, 0, 64, i, nullptr); }},
        {"copy regions",
         [=](auto c, auto* i) {
           return muxCommandCopyBufferRegions(c, a, b, &region, 1, i, nullptr);
         }},
        {"fill",
         [=](auto c, auto* i) {
           return muxCommandFillBuffer(c, a, 0, 4096, pattern, 128, i, nullptr);
         }},
        {"copy by address",
         [=](auto c, auto* i) {
           return muxCommandCopyAddress(c, host, host + 2048, 64, i, nullptr);
         }},
        {"fill by address",
         [=](auto c, auto* i) {
           return muxCommandFillAddress(c, host, 128, pattern, 16, i, nullptr);
         }},
        {"prefetch",
         [=](auto c, auto* i) { return muxCommandPrefetchAddress(c, host, 64, i, nullptr); }},
        {"migrate",
         [=](auto c, auto* i) {
           return muxCommandMigrateAddress(c, host, 64, mux_side_device, i, nullptr);
         }},
        {"advise",
         [=](auto c, auto* i) {
           return muxCommandAdviseAddress(c, host, 64, mux_advice_read_mostly, i, nullptr);
         }},
        {"ND-range",
         [=](auto c, auto* i) {
           const mux_ndrange_t range = launch({512}, {1}, arguments);
           return muxCommandNDRange(c, kernel, &range, i, nullptr);
         }},
        {"user callback",
         [=](auto c, auto* i) {
           return muxCommandUserCallback(
               c, [](mux_queue_t, mux_command_buffer_t, void*) {}, nullptr, i, nullptr);
         }},
        {"begin of a query",
         [=](auto c, auto* i) { return muxCommandBeginQuery(c, pool, 0, 2, i, nullptr); }},
        {"end of a query",
         [=](auto c, auto* i) { return muxCommandEndQuery(c, pool, 0, 2, i, nullptr); }},
        {"reset of queries",
         [=](auto c, auto* i) { return muxCommandResetQueryPool(c, pool, 0, 4, i, nullptr); }},
    };
  }
  void TearDown() override {
    EXPECT_EQ(muxWaitAll(queue), mux_success);
    for (const auto& function : finally) {
      function();
    }
    DeviceTest::TearDown();
  }
  std::vector<std::function<void()>> finally;
};

TEST_P(OutOfMemory, creation) {
  const auto executable = make_executable();
  const auto binary = test_binary(GetParam()->id);
  char host[64];
  each_fails<mux_device_t>(
      "device",
      [&](auto* made) { return muxCreateDevice(GetParam()->id, GetParam(), allocator, made); },
      [&](auto it) { muxDestroyDevice(it, allocator); });
  each_fails<mux_memory_t>(
      "memory",
      [&](auto* made) {
        return muxAllocateMemory(device, 64, 0, mux_memory_property_host_visible,
                                 mux_allocation_type_alloc_device, 0, allocator, made);
      },
      [&](auto it) { muxFreeMemory(device, it, allocator); });
  if (GetParam()->allocation_capabilities & mux_allocation_capabilities_cached_host) {
    each_fails<mux_memory_t>(
        "memory of the host",
        [&](auto* made) { return muxCreateMemoryFromHost(device, 64, host, allocator, made); },
        [&](auto it) { muxFreeMemory(device, it, allocator); });
  }
  each_fails<mux_buffer_t>(
      "buffer", [&](auto* made) { return muxCreateBuffer(device, 64, allocator, made); },
      [&](auto it) { muxDestroyBuffer(device, it, allocator); });
  each_fails<mux_fence_t>(
      "fence", [&](auto* made) { return muxCreateFence(device, allocator, made); },
      [&](auto it) { muxDestroyFence(device, it, allocator); });
  each_fails<mux_semaphore_t>(
      "semaphore", [&](auto* made) { return muxCreateSemaphore(device, allocator, made); },
      [&](auto it) { muxDestroySemaphore(device, it, allocator); });
  each_fails<mux_command_buffer_t>(
      "command buffer",
      [&](auto* made) {
        return muxCreateCommandBuffer(device, mux_command_order_out_of_order, allocator, made);
      },
      [&](auto it) { muxDestroyCommandBuffer(device, it, allocator); });
  each_fails<mux_executable_t>(
      "executable",
      [&](auto* made) {
        return muxCreateExecutable(device, binary.data(), binary.size(), allocator, made);
      },
      [&](auto it) { muxDestroyExecutable(device, it, allocator); });
  each_fails<mux_kernel_t>(
      "kernel",
      [&](auto* made) { return muxCreateKernel(device, executable, "add", 3, allocator, made); },
      [&](auto it) { muxDestroyKernel(device, it, allocator); });
  each_fails<mux_query_pool_t>(
      "query pool",
      [&](auto* made) {
        return muxCreateQueryPool(device, mux_query_type_duration, 8, allocator, made);
      },
      [&](auto it) { muxDestroyQueryPool(device, it, allocator); });
  if (GetParam()->units == nullptr) {
    return;
  }
  const uint32_t unit = 0;
  const mux_queue_info_t part = {mux_queue_type_compute,    &unit, 1, false,
                                 mux_queue_priority_normal, false};
  each_fails<mux_queue_t>(
      "queue", [&](auto* made) { return muxCreateQueue(device, &part, allocator, made); },
      [&](auto it) { muxDestroyQueue(device, it, allocator); });
}

/// A command that could not be recorded is not there; the command buffer is as good as before.
TEST_P(OutOfMemory, recording) {
  for (const RecordingCase& row : rows()) {
    SCOPED_TRACE(row.name);
    std::atomic<int> completed = 0;
    bool has_failed = false;
    for (int i = 0; i < 20; ++i) {
      const mux_command_buffer_t commands = make_command_buffer();
      const std::vector<mux_sync_point_t> first(40); // waited for many times over
      mux_command_info_t info = {};
      info.callback = [](const mux_command_report_t* report, void* count) {
        *static_cast<std::atomic<int>*>(count) += report->stage == mux_command_stage_complete;
      };
      info.user_data = &completed;
      int recorded = 0;
      allocator.left = i;
      for (int k = 0; k < 300; ++k) {
        info.wait_list = first.data();
        info.wait_list_length = recorded ? first.size() : 0;
        const mux_result_t result = row.record(commands, &info);
        ASSERT_TRUE(result == mux_success || result == mux_error_out_of_memory) << result;
        ASSERT_EQ(result == mux_error_out_of_memory, allocator.left < 0);
        has_failed = has_failed || result != mux_success;
        if (result != mux_success) {
          allocator.left = INT64_MAX;
        }
        recorded += result == mux_success;
      }
      allocator.left = INT64_MAX;
      EXPECT_EQ(commands->commands_length, uint64_t(recorded));
      completed = 0;
      EXPECT_EQ(run(commands), mux_success);
      EXPECT_EQ(completed, recorded);
    }
    EXPECT_TRUE(has_failed);
  }
}

TEST_P(OutOfMemory, finalizingCloningAndUpdating) {
  for (const RecordingCase& row : rows()) {
    SCOPED_TRACE(row.name);
    const mux_command_buffer_t commands = make_command_buffer();
    for (int i = 0; i < 600; ++i) {
      ASSERT_EQ(row.record(commands, nullptr), mux_success);
    }
    for (int i = 0;; ++i) {
      allocator.left = i;
      const mux_result_t result = muxFinalizeCommandBuffer(commands);
      const bool failed = allocator.left < 0;
      allocator.left = INT64_MAX;
      ASSERT_EQ(result, failed ? mux_error_out_of_memory : mux_success);
      if (!failed) {
        break;
      }
    }
    each_fails<mux_command_buffer_t>(
        "clone",
        [&](auto* made) { return muxCloneCommandBuffer(device, allocator, commands, made); },
        [&](auto it) { muxDestroyCommandBuffer(device, it, allocator); });
    const mux_fence_t fence = make_fence();
    EXPECT_EQ(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
              mux_success);
    EXPECT_EQ(muxTryWait(queue, mux_wait_forever, fence), mux_success);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, OutOfMemory, testing::ValuesIn(all_devices()), device_name);

} // namespace
