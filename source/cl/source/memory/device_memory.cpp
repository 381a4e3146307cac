// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/device_memory.h"

#include "memory/buffer.h"
#include "queues/mux_queue.h"

#include <cstring>

namespace cl {
namespace {

/// Calls a function when the scope ends.
template <typename Function> class Finally {
public:
  explicit Finally(Function in_function) : function(std::move(in_function)) {}
  Finally(const Finally&) = delete;
  ~Finally() { function(); }

private:
  Function function;
};

/// Runs one command on the device's own queue and waits for it.
template <typename Record> mux_result_t run_now(const Device& device, const Record& record) {
  mux_command_buffer_t commands = nullptr;
  mux_fence_t fence = nullptr;
  const Finally destroy([&] {
    if (commands) {
      muxDestroyCommandBuffer(device.mux, commands, allocator);
    }
    if (fence) {
      muxDestroyFence(device.mux, fence, allocator);
    }
  });
  mux_result_t result = muxCreateFence(device.mux, allocator, &fence);
  if (result == mux_success) {
    result = muxCreateCommandBuffer(device.mux, mux_command_order_in_order, allocator, &commands);
  }
  if (result == mux_success) {
    result = record(commands);
  }
  if (result == mux_success) {
    result = muxFinalizeCommandBuffer(commands);
  }
  if (result != mux_success) {
    return result;
  }
  mux_result_t dispatched = mux_error_internal;
  result = muxDispatchAndWait(device.mux_queue.queue, commands, fence, mux_wait_forever, nullptr,
                              nullptr, &dispatched);
  return dispatched == mux_success ? result : dispatched;
}

} // namespace

DeviceMemory::~DeviceMemory() {
  if (mapped) {
    [[maybe_unused]] const mux_result_t unmapped = muxUnmapMemory(device, memory);
  }
  if (memory) {
    muxFreeMemory(device, memory, allocator);
  }
  if (pages) {
    [[maybe_unused]] const mux_result_t freed = muxFreeAddress(device, pages);
  }
}

mux_result_t DeviceMemory::map() {
  if (!device->info->unified_memory) {
    return mux_success;
  }
  void* place = nullptr;
  const mux_result_t result = muxMapMemory(device, memory, 0, memory->size, &place);
  mapped = static_cast<std::byte*>(place);
  return result;
}

cargo::expected<DeviceMemory, mux_result_t> DeviceMemory::allocate(const Device& device,
                                                                   size_t size, size_t alignment) {
  mux_memory_t memory = nullptr;
  const auto type = device.info().unified_memory ? mux_allocation_type_alloc_host
                                                 : mux_allocation_type_alloc_device;
  mux_result_t result = muxAllocateMemory(device.mux, size, device.heap, device.heap_properties,
                                          type, alignment, allocator, &memory);
  if (result != mux_success) {
    return cargo::unexpected{result};
  }
  DeviceMemory made(device.mux, memory);
  result = made.map();
  if (result != mux_success) {
    return cargo::unexpected{result};
  }
  return made;
}

cargo::expected<DeviceMemory, mux_result_t> DeviceMemory::wrap(const Device& device, void* place,
                                                               size_t size) {
  mux_memory_t memory = nullptr;
  mux_result_t result = muxCreateMemoryFromHost(device.mux, size, place, allocator, &memory);
  if (result != mux_success) {
    return cargo::unexpected{result};
  }
  DeviceMemory made(device.mux, memory);
  result = made.map();
  if (result != mux_success) {
    return cargo::unexpected{result};
  }
  return made;
}

cargo::expected<DeviceMemory, mux_result_t> DeviceMemory::allocate_host(const Device& device,
                                                                        size_t size) {
  void* pages = nullptr;
  const mux_result_t result =
      muxAllocateHost(device.mux, size, device.info().buffer_alignment, &pages);
  if (result != mux_success) {
    return cargo::unexpected{result};
  }
  auto made = part(device, pages, size);
  if (made) {
    made->pages = pages;
  } else {
    [[maybe_unused]] const mux_result_t freed = muxFreeAddress(device.mux, pages);
  }
  return made;
}

cargo::expected<DeviceMemory, mux_result_t> DeviceMemory::part(const Device& device, void* place,
                                                               size_t size) {
  mux_memory_t memory = nullptr;
  const mux_result_t result =
      muxCreateMemoryFromAddress(device.mux, size, place, allocator, &memory);
  if (result != mux_success) {
    return cargo::unexpected{result};
  }
  return DeviceMemory(device.mux, memory);
}

mux_result_t migrate_contents(const Device& device, const void* address, size_t size,
                              mux_side_e side) {
  return run_now(device, [&](mux_command_buffer_t commands) {
    return muxCommandMigrateAddress(commands, address, size, side, nullptr, nullptr);
  });
}

mux_result_t write_contents(const Device& device, const DeviceMemory& memory, const void* from,
                            size_t size) {
  if (memory.data()) {
    std::memcpy(memory.data(), from, size);
    return mux_success;
  }
  mux_buffer_t whole = nullptr;
  const mux_result_t result = muxCreateBuffer(device.mux, size, allocator, &whole);
  if (result != mux_success) {
    return result;
  }
  const Finally destroy([&] { muxDestroyBuffer(device.mux, whole, allocator); });
  const mux_result_t bound = muxBindBufferMemory(device.mux, memory.mux(), whole, 0);
  return bound != mux_success ? bound : run_now(device, [&](mux_command_buffer_t commands) {
    return muxCommandWriteBuffer(commands, whole, 0, from, size, nullptr, nullptr);
  });
}

mux_result_t write_texels(const Device& device, const Image& image, const void* from) {
  const Box whole = image.whole();
  const mux_extent_3d_t extent = {whole.size[0], whole.size[1], whole.size[2]};
  return run_now(device, [&](mux_command_buffer_t commands) {
    return muxCommandWriteImage(commands, image.mux, {}, extent, image.host_layout, from, nullptr,
                                nullptr);
  });
}

} // namespace cl
