// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/host_memory.h"

#include "cpu/numa.h"

#include "cargo/large_blocks.h"

#include <algorithm>
#include <cstdlib>
#include <malloc.h>

using namespace host;

namespace host {
namespace {

constexpr uint64_t page = 4096;
constinit cargo::LargeBlocks large_blocks;

} // namespace

void* allocate_aligned(uint64_t size, uint64_t alignment) {
  const bool large = size >= large_blocks.min_size;
  alignment = std::max<uint64_t>({alignment, mux_alignment, size >= page ? page : 1});
  if (size > SIZE_MAX - alignment) {
    return nullptr;
  }
  // A whole number of alignments, so that vector code may read up to the end of the last one.
  const size_t whole = (size + alignment - 1) / alignment * alignment;
  if (!large) {
    void* memory = nullptr;
    return posix_memalign(&memory, alignment, whole) == 0 ? memory : nullptr;
  }
  const auto block = large_blocks.allocate(whole, alignment);
  if (block.memory != nullptr && block.is_new) {
    spread_over_units(block.memory, size);
  }
  return block.memory;
}

void free_aligned(void* memory) {
  const bool large = memory != nullptr && malloc_usable_size(memory) >= large_blocks.min_size;
  large ? large_blocks.free(memory) : std::free(memory);
}

Memory::Memory(void* given, uint64_t given_size, uint32_t given_properties, bool own)
    : data(static_cast<std::byte*>(given)), owned(own) {
  size = given_size;
  properties = given_properties;
  address = reinterpret_cast<mux_address_t>(given);
}

Memory::~Memory() {
  if (owned) {
    free_aligned(data);
  }
}

} // namespace host

extern "C" mux_result_t hostAllocateMemory(mux_device_t device, uint64_t size, uint32_t heap,
                                           uint32_t, mux_allocation_type_e, uint64_t alignment,
                                           mux_allocator_info_t allocator,
                                           mux_memory_t* out_memory) {
  void* data = allocate_aligned(size, alignment);
  if (data == nullptr) {
    return mux_error_out_of_memory;
  }
  // It is ordinary memory of the machine, which has all properties, also those not asked for.
  auto* memory = create<Memory>(allocator, mux_object_type_memory, data, size,
                                device->info->heaps[heap].properties, true);
  if (memory == nullptr) {
    free_aligned(data);
    return mux_error_out_of_memory;
  }
  *out_memory = memory;
  return mux_success;
}

extern "C" mux_result_t hostCreateMemoryFromHost(mux_device_t device, uint64_t size,
                                                 void* host_pointer, mux_allocator_info_t allocator,
                                                 mux_memory_t* out_memory) {
  auto* memory = create<Memory>(allocator, mux_object_type_memory, host_pointer, size,
                                device->info->heaps[0].properties, false);
  if (memory == nullptr) {
    return mux_error_out_of_memory;
  }
  *out_memory = memory;
  return mux_success;
}

extern "C" mux_result_t hostFreeMemory(mux_device_t, mux_memory_t memory,
                                       mux_allocator_info_t allocator) {
  destroy(allocator, cast<Memory>(memory));
  return mux_success;
}

extern "C" mux_result_t hostMapMemory(mux_device_t, mux_memory_t handle, uint64_t offset, uint64_t,
                                      void** out_data) {
  auto& memory = cast<Memory>(handle);
  if (memory.mapped.exchange(true)) {
    return mux_error_invalid_state;
  }
  *out_data = memory.data + offset;
  return mux_success;
}

extern "C" mux_result_t hostUnmapMemory(mux_device_t, mux_memory_t handle) {
  return cast<Memory>(handle).mapped.exchange(false) ? mux_success : mux_error_invalid_state;
}

// All memory is coherent.
extern "C" mux_result_t hostFlushMappedMemoryToDevice(mux_device_t, mux_memory_t, uint64_t,
                                                      uint64_t) {
  return mux_success;
}

extern "C" mux_result_t hostFlushMappedMemoryFromDevice(mux_device_t, mux_memory_t, uint64_t,
                                                        uint64_t) {
  return mux_success;
}
