// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/addresses.h"

#include "memory/memory.h"

#include <new>

namespace cuda {

CUdeviceptr Addresses::allocate(mux_address_type_e type, uint64_t size, uint64_t alignment) {
  const CUdeviceptr address =
      type == mux_address_type_host     ? memory.allocate_pinned(size, alignment)
      : type == mux_address_type_shared ? memory.allocate_managed(size, alignment)
                                        : memory.allocate(size, alignment);
  if (address == 0) {
    return 0;
  }
  const mux_address_info_t info = {type, pointer(address), size};
  const std::lock_guard held(lock);
  try {
    by_begin.emplace(address, info);
  } catch (const std::bad_alloc&) {
    release(info);
    throw;
  }
  return address;
}

void Addresses::release(const mux_address_info_t& info) {
  const CUdeviceptr address = address_of(info.base);
  switch (info.type) {
  case mux_address_type_host:
    memory.free_pinned(address);
    break;
  case mux_address_type_shared:
    memory.free_managed(address);
    break;
  default:
    memory.free(address);
    break;
  }
}

bool Addresses::free(CUdeviceptr address) {
  mux_address_info_t info = {};
  {
    const std::lock_guard held(lock);
    const auto found = by_begin.find(address);
    if (found == by_begin.end()) {
      return false;
    }
    info = found->second;
    by_begin.erase(found);
  }
  release(info);
  return true;
}

const mux_address_info_t* Addresses::find_locked(CUdeviceptr address) const {
  auto found = by_begin.upper_bound(address);
  if (found == by_begin.begin()) {
    return nullptr;
  }
  --found;
  return address - found->first < found->second.size ? &found->second : nullptr;
}

mux_address_info_t Addresses::find(CUdeviceptr address) const {
  const std::lock_guard held(lock);
  const mux_address_info_t* found = find_locked(address);
  return found != nullptr ? *found : mux_address_info_t{mux_address_type_unknown, nullptr, 0};
}

void Addresses::forget() {
  const std::lock_guard held(lock);
  by_begin.clear();
}

bool Addresses::reaches(const void* begin, uint64_t size) const {
  const std::lock_guard held(lock);
  const mux_address_info_t* found = find_locked(address_of(begin));
  return found != nullptr && size <= found->size - (address_of(begin) - address_of(found->base));
}

} // namespace cuda
