// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/address.h"

#include "device.h"
#include "memory/host_memory.h"

#include <new>

using namespace host;

namespace host {

AddressTable::~AddressTable() {
  for (const auto& [base, info] : allocations) {
    free_aligned(info.base);
  }
}

mux_result_t AddressTable::allocate(mux_address_type_e type, uint64_t size, uint64_t alignment,
                                    void** out_address) {
  void* memory = allocate_aligned(size, alignment);
  if (memory == nullptr) {
    return mux_error_out_of_memory;
  }
  try {
    const std::lock_guard lock(mutex);
    allocations.emplace(reinterpret_cast<uintptr_t>(memory),
                        mux_address_info_t{type, memory, size});
  } catch (const std::bad_alloc&) {
    free_aligned(memory);
    return mux_error_out_of_memory;
  }
  *out_address = memory;
  return mux_success;
}

mux_result_t AddressTable::free(void* address) {
  {
    const std::lock_guard lock(mutex);
    if (allocations.erase(reinterpret_cast<uintptr_t>(address)) == 0) {
      return mux_error_invalid_value;
    }
  }
  free_aligned(address);
  return mux_success;
}

mux_address_info_t AddressTable::find(const void* address) const {
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  const std::lock_guard lock(mutex);
  auto after = allocations.upper_bound(wanted);
  if (after != allocations.begin()) {
    const auto& [base, info] = *--after;
    if (wanted - base < info.size) {
      return info;
    }
  }
  return {mux_address_type_unknown, nullptr, 0};
}

} // namespace host

extern "C" mux_result_t hostAllocateHost(mux_device_t device, uint64_t size, uint64_t alignment,
                                         void** out_address) {
  return cast<Device>(device).addresses.allocate(mux_address_type_host, size, alignment,
                                                 out_address);
}

extern "C" mux_result_t hostAllocateDevice(mux_device_t device, uint64_t size, uint64_t alignment,
                                           void** out_address) {
  return cast<Device>(device).addresses.allocate(mux_address_type_device, size, alignment,
                                                 out_address);
}

extern "C" mux_result_t hostAllocateShared(mux_device_t device, uint64_t size, uint64_t alignment,
                                           void** out_address) {
  return cast<Device>(device).addresses.allocate(mux_address_type_shared, size, alignment,
                                                 out_address);
}

extern "C" mux_result_t hostCreateMemoryFromAddress(mux_device_t device, uint64_t size,
                                                    void* address, mux_allocator_info_t allocator,
                                                    mux_memory_t* out_memory) {
  const mux_address_info_t info = cast<Device>(device).addresses.find(address);
  const auto offset = reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(info.base);
  if (info.base == nullptr || size > info.size - offset) {
    return mux_error_invalid_value;
  }
  return hostCreateMemoryFromHost(device, size, address, allocator, out_memory);
}

extern "C" mux_result_t hostFreeAddress(mux_device_t device, void* address) {
  return cast<Device>(device).addresses.free(address);
}

extern "C" mux_result_t hostQueryAddress(mux_device_t device, const void* address,
                                         mux_address_info_t* out_info) {
  *out_info = cast<Device>(device).addresses.find(address);
  return mux_success;
}
