// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/host_memory.h"

#include "cpu/numa.h"

#include <algorithm>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>

using namespace host;

namespace host {
namespace {
constexpr uint64_t page = 4096;
constexpr uint64_t huge_page = uint64_t(2) << 20;

/// Asks for huge pages where the system gives them on request: fewer page faults at the first touch
/// and fewer misses of the address cache afterwards.
void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] uint64_t size) {
#if defined(MADV_HUGEPAGE)
  madvise(memory, size / huge_page * huge_page, MADV_HUGEPAGE);
#endif
}

/// The system may take the pages of a large block, which has no contents any more, when it needs
/// memory. malloc keeps blocks of up to 32 MiB for the next allocations, and their pages with them.
/// Where the system does not take them, they are used again without a fault for each.
void offer_pages([[maybe_unused]] void* memory) {
#if defined(MADV_FREE)
  const size_t size = memory != nullptr ? malloc_usable_size(memory) : 0;
  if (size >= 2 * huge_page) { // and then it begins with a page
    madvise(memory, size / page * page, MADV_FREE);
  }
#endif
}

} // namespace

void* allocate_aligned(uint64_t size, uint64_t alignment) {
  const bool large = size >= 2 * huge_page;
  alignment = std::max<uint64_t>({alignment, mux_alignment, size >= page ? page : 1});
  const uint64_t place = large ? std::max(alignment, huge_page) : alignment;
  // A whole number of alignments, so that vector code may read up to the end of the last one.
  void* memory = nullptr;
  if (size > SIZE_MAX - alignment ||
      posix_memalign(&memory, place, (size + alignment - 1) / alignment * alignment) != 0) {
    return nullptr;
  }
  if (large) {
    prefer_huge_pages(memory, size);
    spread_over_units(memory, size);
  }
  return memory;
}

void free_aligned(void* memory) {
  offer_pages(memory);
  std::free(memory);
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
