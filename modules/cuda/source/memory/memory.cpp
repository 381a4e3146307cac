// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory objects, buffers, and allocations by address.
#include "memory/memory.h"

#include "device.h"
#include "mux/targets/cuda.h"

#include <algorithm>

namespace cuda {
namespace {

mux_result_t allocate(mux_device_t handle, mux_address_type_e type, uint64_t size,
                      uint64_t alignment, void** out_address) {
  auto& device = cast<Device>(handle);
  const InContext in(device);
  return guarded([&] {
    const CUdeviceptr address = device.addresses.allocate(type, size, alignment);
    *out_address = pointer(address);
    return address != 0 ? mux_success : mux_error_out_of_memory;
  });
}

/// The object for memory at an address.
Memory* make_memory(Device& device, uint32_t heap, CUdeviceptr address, uint64_t size,
                    mux_allocator_info_t allocator) {
  auto* memory = create<Memory>(allocator, mux_object_type_memory);
  if (memory != nullptr) {
    memory->device = &device;
    memory->size = size;
    memory->address = address;
    memory->generation = device.generation;
    memory->properties = device.gpu.heaps[heap].properties;
    memory->host = heap == staging_heap ? static_cast<std::byte*>(pointer(address)) : nullptr;
  }
  return memory;
}

} // namespace

bool is_gone(const mux_memory_s* memory) {
  const auto* of_device = static_cast<const Memory*>(memory);
  return of_device != nullptr && of_device->generation != of_device->device->generation;
}

} // namespace cuda

using namespace cuda;

mux_result_t cudaAllocateMemory(mux_device_t handle, uint64_t size, uint32_t heap, uint32_t,
                                mux_allocation_type_e, uint64_t alignment,
                                mux_allocator_info_t allocator, mux_memory_t* out_memory) {
  auto& device = cast<Device>(handle);
  const InContext in(device);
  return guarded([&] {
    const bool is_local = heap == local_heap;
    const CUdeviceptr address = is_local ? device.memory.allocate(size, alignment)
                                         : device.memory.allocate_pinned(size, alignment);
    Memory* memory = address != 0 ? make_memory(device, heap, address, size, allocator) : nullptr;
    if (memory == nullptr) {
      if (address != 0) {
        is_local ? device.memory.free(address) : device.memory.free_pinned(address);
      }
      return mux_error_out_of_memory;
    }
    memory->allocation = pointer(address);
    *out_memory = memory;
    return mux_success;
  });
}

// The device says that it does not reach host memory.
mux_result_t cudaCreateMemoryFromHost(mux_device_t, uint64_t, void*, mux_allocator_info_t,
                                      mux_memory_t*) {
  return mux_error_feature_unsupported;
}

mux_result_t cudaFreeMemory(mux_device_t handle, mux_memory_t given,
                            mux_allocator_info_t allocator) {
  auto& device = cast<Device>(handle);
  auto& memory = cast<Memory>(given);
  const InContext in(device);
  if (memory.allocation != nullptr && memory.generation == device.generation) {
    memory.host != nullptr ? device.memory.free_pinned(memory.address)
                           : device.memory.free(memory.address);
  }
  destroy(allocator, memory);
  return mux_success;
}

mux_result_t cudaMapMemory(mux_device_t, mux_memory_t handle, uint64_t offset, uint64_t,
                           void** out_data) {
  auto& memory = cast<Memory>(handle);
  if (is_gone(&memory)) {
    return mux_error_fault;
  }
  if (memory.mapped.exchange(true)) {
    return mux_error_invalid_state;
  }
  *out_data = memory.host + offset;
  return mux_success;
}

mux_result_t cudaUnmapMemory(mux_device_t, mux_memory_t memory) {
  return cast<Memory>(memory).mapped.exchange(false) ? mux_success : mux_error_invalid_state;
}

// All memory that the host can map is coherent, so there is nothing to flush.
mux_result_t cudaFlushMappedMemoryToDevice(mux_device_t, mux_memory_t, uint64_t, uint64_t) {
  return mux_success;
}

mux_result_t cudaFlushMappedMemoryFromDevice(mux_device_t, mux_memory_t, uint64_t, uint64_t) {
  return mux_success;
}

mux_result_t cudaAllocateHost(mux_device_t device, uint64_t size, uint64_t alignment,
                              void** out_address) {
  return allocate(device, mux_address_type_host, size, alignment, out_address);
}

mux_result_t cudaAllocateDevice(mux_device_t device, uint64_t size, uint64_t alignment,
                                void** out_address) {
  return allocate(device, mux_address_type_device, size, alignment, out_address);
}

mux_result_t cudaAllocateShared(mux_device_t device, uint64_t size, uint64_t alignment,
                                void** out_address) {
  return allocate(device, mux_address_type_shared, size, alignment, out_address);
}

mux_result_t cudaCreateMemoryFromAddress(mux_device_t handle, uint64_t size, void* address,
                                         mux_allocator_info_t allocator, mux_memory_t* out_memory) {
  auto& device = cast<Device>(handle);
  const mux_address_info_t info = device.addresses.find(address_of(address));
  if (info.base == nullptr || size > info.size - (address_of(address) - address_of(info.base))) {
    return mux_error_invalid_value;
  }
  const uint32_t heap = info.type == mux_address_type_device ? local_heap : staging_heap;
  auto* memory = make_memory(device, heap, address_of(address), size, allocator);
  *out_memory = memory;
  return memory != nullptr ? mux_success : mux_error_out_of_memory;
}

mux_result_t cudaFreeAddress(mux_device_t handle, void* address) {
  auto& device = cast<Device>(handle);
  const InContext in(device);
  return device.addresses.free(address_of(address)) ? mux_success : mux_error_invalid_value;
}

mux_result_t cudaQueryAddress(mux_device_t device, const void* address,
                              mux_address_info_t* out_info) {
  *out_info = cast<Device>(device).addresses.find(address_of(address));
  return mux_success;
}

mux_result_t cudaCreateBuffer(mux_device_t, uint64_t size, mux_allocator_info_t allocator,
                              mux_buffer_t* out_buffer) {
  struct Buffer : mux_buffer_s {};
  auto* buffer = create<Buffer>(allocator, mux_object_type_buffer);
  *out_buffer = buffer;
  if (buffer == nullptr) {
    return mux_error_out_of_memory;
  }
  buffer->size = size;
  buffer->requirements = {size, cuda::buffer_alignment, 1u << local_heap | 1u << staging_heap};
  buffer->memory = nullptr;
  buffer->address = 0;
  return mux_success;
}

mux_result_t cudaDestroyBuffer(mux_device_t, mux_buffer_t buffer, mux_allocator_info_t allocator) {
  destroy(allocator, *buffer);
  return mux_success;
}

mux_result_t cudaBindBufferMemory(mux_device_t, mux_memory_t memory, mux_buffer_t buffer,
                                  uint64_t offset) {
  buffer->memory = memory;
  buffer->address = memory->address + offset;
  return mux_success;
}
