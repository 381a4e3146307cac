// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

#include <cstring>
#include <numeric>

namespace {

using namespace mux_test;

class CommandCopy : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    commands = make_command_buffer();
    first = make_buffer(size, reinterpret_cast<void**>(&first_bytes));
    second = make_buffer(size, reinterpret_cast<void**>(&second_bytes));
    host.resize(size);
    for (uint64_t i = 0; i < size; ++i) {
      first_bytes[i] = static_cast<uint8_t>(i * 7);
      second_bytes[i] = 0xEE;
      host[i] = static_cast<uint8_t>(i * 13 + 5);
    }
  }
  static constexpr uint64_t size = (4 << 20) + 77;
  mux_command_buffer_t commands = nullptr;
  mux_buffer_t first = nullptr, second = nullptr;
  uint8_t* first_bytes = nullptr;
  uint8_t* second_bytes = nullptr;
  std::vector<uint8_t> host;
};

TEST_P(CommandCopy, reads) {
  ASSERT_EQ(muxCommandReadBuffer(commands, first, 3, host.data(), size - 3, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(std::memcmp(host.data(), first_bytes + 3, size - 3), 0);
  EXPECT_EQ(host[size - 1], static_cast<uint8_t>((size - 1) * 13 + 5));
}

TEST_P(CommandCopy, writesWhatIsThereWhenItRuns) {
  ASSERT_EQ(muxCommandWriteBuffer(commands, first, 5, host.data(), 100, nullptr, nullptr),
            mux_success);
  host[0] = 200;
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(std::memcmp(host.data(), first_bytes + 5, 100), 0);
  EXPECT_EQ(first_bytes[4], 28);
  EXPECT_EQ(first_bytes[105], static_cast<uint8_t>(105 * 7));
}

TEST_P(CommandCopy, copies) {
  ASSERT_EQ(muxCommandCopyBuffer(commands, first, 1, second, 2, size - 2, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(std::memcmp(first_bytes + 1, second_bytes + 2, size - 2), 0);
  EXPECT_EQ(second_bytes[1], 0xEE);
}

/// Memory that is a device's own, with a buffer in it.
struct Own {
  Own(mux_device_t of, mux_allocator_info_t given, uint64_t size) : device(of), allocator(given) {
    const mux_device_info_s& info = *device->info;
    uint32_t heap = 0;
    while (!(info.heaps[heap].properties & mux_memory_property_device_local)) {
      ++heap;
    }
    EXPECT_EQ(muxAllocateMemory(device, size, heap, mux_memory_property_device_local,
                                mux_allocation_type_alloc_device, 0, allocator, &memory),
              mux_success);
    EXPECT_EQ(muxCreateBuffer(device, size, allocator, &buffer), mux_success);
    EXPECT_EQ(muxBindBufferMemory(device, memory, buffer, 0), mux_success);
  }
  Own(const Own&) = delete;
  ~Own() {
    muxDestroyBuffer(device, buffer, allocator);
    muxFreeMemory(device, memory, allocator);
  }

  const mux_device_t device;
  const mux_allocator_info_t allocator;
  mux_memory_t memory = nullptr;
  mux_buffer_t buffer = nullptr;
};

TEST_P(CommandCopy, copiesFromAPeer) {
  if (!GetParam()->copies_from_peers) {
    GTEST_SKIP() << "the device does not copy from peers";
  }
  mux_device_t peer = nullptr;
  mux_queue_t peers_queue = nullptr;
  ASSERT_EQ(muxCreateDevice(GetParam()->id, GetParam(), allocator, &peer), mux_success);
  ASSERT_EQ(muxGetQueue(peer, mux_queue_type_compute, 0, &peers_queue), mux_success);
  {
    const Own from(peer, allocator, size), to(device, allocator, size);
    mux_command_buffer_t filling = nullptr;
    mux_fence_t filled = nullptr;
    ASSERT_EQ(muxCreateCommandBuffer(peer, mux_command_order_in_order, allocator, &filling),
              mux_success);
    ASSERT_EQ(muxCreateFence(peer, allocator, &filled), mux_success);
    ASSERT_EQ(muxCommandWriteBuffer(filling, from.buffer, 0, host.data(), size, nullptr, nullptr),
              mux_success);
    ASSERT_EQ(muxFinalizeCommandBuffer(filling), mux_success);
    ASSERT_EQ(muxDispatch(peers_queue, filling, filled, nullptr, 0, nullptr, 0, nullptr, nullptr),
              mux_success);
    ASSERT_EQ(muxTryWait(peers_queue, mux_wait_forever, filled), mux_success);
    // What is recorded for one command buffer is in its clones, too.
    ASSERT_EQ(
        muxCommandCopyBuffer(commands, from.buffer, 3, to.buffer, 5, size - 5, nullptr, nullptr),
        mux_success);
    ASSERT_EQ(
        muxCommandReadBuffer(commands, to.buffer, 5, second_bytes, size - 5, nullptr, nullptr),
        mux_success);
    mux_command_buffer_t clone = nullptr;
    ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    ASSERT_EQ(muxCloneCommandBuffer(device, allocator, commands, &clone), mux_success);
    for (const mux_command_buffer_t each : {commands, clone}) {
      const mux_fence_t fence = make_fence();
      std::fill_n(second_bytes, size, uint8_t(0xEE));
      ASSERT_EQ(muxDispatch(queue, each, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
                mux_success);
      ASSERT_EQ(muxTryWait(queue, mux_wait_forever, fence), mux_success);
      EXPECT_EQ(std::memcmp(second_bytes, host.data() + 3, size - 5), 0);
      EXPECT_EQ(second_bytes[size - 5], 0xEE);
    }
    muxDestroyCommandBuffer(device, clone, allocator);
    muxDestroyFence(peer, filled, allocator);
    muxDestroyCommandBuffer(peer, filling, allocator);
    ASSERT_EQ(muxResetCommandBuffer(commands), mux_success);
  }
  muxDestroyDevice(peer, allocator);
}

TEST_P(CommandCopy, copiesByAddress) {
  std::vector<uint8_t> from(size, 3), to(size + 1, 4);
  ASSERT_EQ(muxCommandCopyAddress(commands, to.data(), from.data(), size, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(muxCommandCopyAddress(commands, to.data(), host.data(), 0, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_TRUE(std::equal(from.begin(), from.end(), to.begin()));
  EXPECT_EQ(to[size], 4);
}

/// Expects that a region was copied, byte by byte.
void expect_region(const mux_buffer_region_t& r, const uint8_t* source, const uint8_t* target) {
  for (uint64_t z = 0; z < r.size.z; ++z) {
    for (uint64_t y = 0; y < r.size.y; ++y) {
      for (uint64_t x = 0; x < r.size.x; ++x) {
        const auto at = [=](const mux_extent_3d_t& o, const mux_buffer_layout_t& l) {
          return o.x + x + (o.y + y) * l.row_pitch + (o.z + z) * l.slice_pitch;
        };
        ASSERT_EQ(target[at(r.destination_origin, r.destination_layout)],
                  source[at(r.source_origin, r.source_layout)])
            << x << ", " << y << ", " << z;
      }
    }
  }
}

const mux_buffer_region_t regions[] = {
    {{5, 1, 1}, {1, 0, 0}, {2, 0, 0}, {0, 0}, {0, 0}},
    {{16, 8, 4}, {0, 0, 0}, {0, 0, 0}, {16, 128}, {16, 128}},
    {{10, 7, 3}, {3, 2, 1}, {5, 1, 2}, {20, 300}, {33, 400}},
    {{16, 8, 3}, {0, 0, 0}, {0, 0, 0}, {16, 200}, {16, 128}},
    {{1000, 1000, 2}, {8, 4, 0}, {0, 9, 0}, {1024, 1024 * 1010}, {1001, 1001 * 1010}},
};

TEST_P(CommandCopy, copiesRegions) {
  for (const mux_buffer_region_t& region : regions) {
    ASSERT_EQ(muxResetCommandBuffer(commands), mux_success);
    ASSERT_EQ(muxCommandCopyBufferRegions(commands, first, second, &region, 1, nullptr, nullptr),
              mux_success);
    ASSERT_EQ(run(commands), mux_success);
    expect_region(region, first_bytes, second_bytes);
  }
  EXPECT_EQ(second_bytes[size - 1], 0xEE);
}

TEST_P(CommandCopy, readsAndWritesRegions) {
  for (const mux_buffer_region_t& region : regions) {
    ASSERT_EQ(muxResetCommandBuffer(commands), mux_success);
    ASSERT_EQ(
        muxCommandReadBufferRegions(commands, first, host.data(), &region, 1, nullptr, nullptr),
        mux_success);
    ASSERT_EQ(
        muxCommandWriteBufferRegions(commands, second, first_bytes, &region, 1, nullptr, nullptr),
        mux_success);
    ASSERT_EQ(run(commands), mux_success);
    expect_region(region, first_bytes, host.data());
    expect_region(region, first_bytes, second_bytes);
  }
}

TEST_P(CommandCopy, copiesManyRegionsAtOnce) {
  const mux_buffer_region_t many[] = {{{1000000, 1, 1}, {0, 0, 0}, {100, 0, 0}, {}, {}},
                                      {{1000000, 1, 1}, {5, 0, 0}, {2000000, 0, 0}, {}, {}},
                                      {{7, 1, 1}, {9, 0, 0}, {1000100, 0, 0}, {}, {}}};
  ASSERT_EQ(muxCommandCopyBufferRegions(commands, first, second, many, 3, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(run(commands), mux_success);
  for (const mux_buffer_region_t& region : many) {
    expect_region(region, first_bytes, second_bytes);
  }
}

TEST_P(CommandCopy, outside) {
  struct Range {
    uint64_t offset, bytes;
  };
  for (const Range r : {Range{0, size + 1}, {size, 1}, {UINT64_MAX, 2}, {2, UINT64_MAX}, {0, 0}}) {
    EXPECT_EQ(
        muxCommandReadBuffer(commands, first, r.offset, host.data(), r.bytes, nullptr, nullptr),
        mux_error_invalid_value);
    EXPECT_EQ(
        muxCommandWriteBuffer(commands, first, r.offset, host.data(), r.bytes, nullptr, nullptr),
        mux_error_invalid_value);
    EXPECT_EQ(muxCommandCopyBuffer(commands, first, r.offset, second, 0, r.bytes, nullptr, nullptr),
              mux_error_invalid_value);
    EXPECT_EQ(muxCommandCopyBuffer(commands, first, 0, second, r.offset, r.bytes, nullptr, nullptr),
              mux_error_invalid_value);
  }
  const mux_buffer_region_t bad[] = {
      {{0, 1, 1}, {}, {}, {}, {}},
      {{size + 1, 1, 1}, {}, {}, {}, {}},
      {{16, 2, 1}, {}, {}, {8, 0}, {16, 0}},
      {{16, 2, 2}, {}, {}, {16, 16}, {16, 32}},
      {{16, 1, 1}, {0, UINT64_MAX, 0}, {}, {2, 0}, {}},
      {{16, UINT64_MAX, 1}, {}, {}, {16, 0}, {16, 0}},
      {{16, 1, 1}, {}, {size - 15, 0, 0}, {}, {}},
  };
  for (const mux_buffer_region_t& region : bad) {
    EXPECT_EQ(muxCommandCopyBufferRegions(commands, first, second, &region, 1, nullptr, nullptr),
              mux_error_invalid_value);
  }
  EXPECT_EQ(muxCommandCopyBufferRegions(commands, first, second, bad, 0, nullptr, nullptr),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandCopyBufferRegions(commands, first, second, nullptr, 1, nullptr, nullptr),
            mux_error_null_pointer);
}

TEST_P(CommandCopy, wrongParameters) {
  EXPECT_EQ(muxCommandReadBuffer(commands, nullptr, 0, host.data(), 1, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxCommandReadBuffer(commands, wrong(first), 0, host.data(), 1, nullptr, nullptr),
            mux_error_invalid_object);
  EXPECT_EQ(muxCommandReadBuffer(commands, first, 0, nullptr, 1, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxCommandReadBuffer(nullptr, first, 0, host.data(), 1, nullptr, nullptr),
            mux_error_null_pointer);
  mux_buffer_t unbound = nullptr;
  ASSERT_EQ(muxCreateBuffer(device, 16, allocator, &unbound), mux_success);
  EXPECT_EQ(muxCommandReadBuffer(commands, unbound, 0, host.data(), 1, nullptr, nullptr),
            mux_error_invalid_state);
  muxDestroyBuffer(device, unbound, allocator);
  EXPECT_EQ(muxCommandCopyAddress(commands, nullptr, host.data(), 1, nullptr, nullptr),
            mux_error_null_pointer);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  EXPECT_EQ(muxCommandReadBuffer(commands, first, 0, host.data(), 1, nullptr, nullptr),
            mux_error_invalid_state);
}

INSTANTIATE_TEST_SUITE_P(Devices, CommandCopy, testing::ValuesIn(all_devices()), device_name);

} // namespace
