// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the device's own and for staging, and buffers in it.
#include "device.h"
#include "objects.h"
#include "twin_functions.h"

#include "mux/targets/host.h"

#include <algorithm>
#include <new>

using namespace twin;

namespace {

mux_result_t allocate_local(mux_device_t device, uint64_t size, uint64_t alignment,
                            mux_allocator_info_t allocator, mux_memory_t* out_memory) {
  DeviceMemory& local = device_of(device).memory;
  const uint64_t address = local.allocate(size, alignment);
  if (address == 0) {
    return mux_error_out_of_memory;
  }
  // The host target uses it as memory that it does not own.
  mux_memory_t made = nullptr;
  const mux_result_t result = take_over(
      hostCreateMemoryFromHost(device, size, reinterpret_cast<void*>(address), allocator, &made),
      &made);
  if (result != mux_success) {
    local.free(address);
    return result;
  }
  made->properties = device->info->heaps[local_heap].properties;
  *out_memory = made;
  return mux_success;
}

} // namespace

mux_result_t twinAllocateMemory(mux_device_t device, uint64_t size, uint32_t heap,
                                uint32_t properties, mux_allocation_type_e type, uint64_t alignment,
                                mux_allocator_info_t allocator, mux_memory_t* out_memory) {
  alignment = std::max(alignment, twin::buffer_alignment);
  if (heap == staging_heap) {
    return take_over(
        hostAllocateMemory(device, size, heap, properties, type, alignment, allocator, out_memory),
        out_memory);
  }
  try {
    return allocate_local(device, size, alignment, allocator, out_memory);
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

mux_result_t twinFreeMemory(mux_device_t device, mux_memory_t memory,
                            mux_allocator_info_t allocator) {
  if ((memory->properties & mux_memory_property_device_local) != 0) { // of allocate_local
    device_of(device).memory.free(memory->address);
  }
  return hostFreeMemory(device, memory, allocator);
}

mux_result_t twinCreateBuffer(mux_device_t device, uint64_t size, mux_allocator_info_t allocator,
                              mux_buffer_t* out_buffer) {
  const mux_result_t result =
      take_over(hostCreateBuffer(device, size, allocator, out_buffer), out_buffer);
  if (result == mux_success) {
    (*out_buffer)->requirements.alignment = twin::buffer_alignment;
    (*out_buffer)->requirements.heaps = 1u << staging_heap | 1u << local_heap;
  }
  return result;
}
