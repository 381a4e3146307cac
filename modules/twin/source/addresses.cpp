// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "addresses.h"

#include <algorithm>
#include <new>

namespace twin {
namespace {

/// Contents move between host and device in whole pages, so no page has parts of two allocations.
constexpr uint64_t page = 4096;

} // namespace

uint64_t Addresses::allocate(mux_address_type_e type, uint64_t size, uint64_t alignment) {
  const bool is_shared = type == mux_address_type_shared;
  const uint64_t rounded = is_shared ? (size + page - 1) / page * page : size;
  const uint64_t address = memory.allocate(rounded, is_shared ? std::max(alignment, page)
                                                              : std::max<uint64_t>(alignment, 1));
  if (address == 0) {
    return 0;
  }
  const std::lock_guard held(lock);
  try {
    const mux_address_info_t info = {type, reinterpret_cast<void*>(address), size};
    by_begin.emplace(address, Allocation{info, is_shared});
    if (is_shared) {
      memory.give_to_host(address, size);
    }
    return address;
  } catch (const std::bad_alloc&) {
    by_begin.erase(address);
    memory.free(address);
    throw;
  }
}

bool Addresses::free(uint64_t address) {
  const std::lock_guard held(lock);
  const auto found = by_begin.find(address);
  if (found == by_begin.end()) {
    return false;
  }
  move_whole(found->second, mux_side_device);
  by_begin.erase(found);
  memory.free(address);
  return true;
}

Addresses::ByBegin::iterator Addresses::find_locked(uint64_t address) {
  auto found = by_begin.upper_bound(address);
  if (found == by_begin.begin()) {
    return by_begin.end();
  }
  --found;
  return address - found->first < found->second.info.size ? found : by_begin.end();
}

mux_address_info_t Addresses::find(uint64_t address) {
  const std::lock_guard held(lock);
  const auto found = find_locked(address);
  return found != by_begin.end() ? found->second.info
                                 : mux_address_info_t{mux_address_type_unknown, nullptr, 0};
}

void Addresses::move(Allocation& allocation, uint64_t address, uint64_t bytes,
                     mux_side_e side) noexcept {
  if (allocation.info.type != mux_address_type_shared) {
    return;
  }
  try {
    if (side == mux_side_host) {
      memory.give_to_host(address, bytes);
      allocation.with_host = true;
    } else {
      // A page that is not all the device's stays, because the host may use the rest.
      const uint64_t end = address + bytes;
      const uint64_t last =
          reinterpret_cast<uintptr_t>(allocation.info.base) + allocation.info.size;
      const uint64_t first_page = (address + page - 1) / page * page;
      const uint64_t end_page = end == last ? end : end / page * page;
      if (first_page < end_page) {
        memory.take_from_host(first_page, end_page - first_page);
      }
      allocation.with_host = allocation.with_host && bytes != allocation.info.size;
    }
  } catch (const std::bad_alloc&) {
    allocation.with_host = true; // where both sides reach it
  }
}

void Addresses::move_whole(Allocation& allocation, mux_side_e side) noexcept {
  move(allocation, reinterpret_cast<uintptr_t>(allocation.info.base), allocation.info.size, side);
}

void Addresses::lend(Allocation& allocation) noexcept {
  if (allocation.with_host || allocation.lent != 0) {
    ++allocation.lent;
    move_whole(allocation, mux_side_device);
  }
}

void Addresses::give_back(Allocation& allocation) noexcept {
  if (allocation.lent != 0 && --allocation.lent == 0) {
    move_whole(allocation, mux_side_host);
  }
}

void Addresses::move(uint64_t address, uint64_t bytes, mux_side_e side) noexcept {
  const std::lock_guard held(lock);
  if (const auto found = find_locked(address); found != by_begin.end()) {
    move(found->second, address, bytes, side);
  }
}

void Addresses::lend(uint64_t address) noexcept {
  const std::lock_guard held(lock);
  if (const auto found = find_locked(address); found != by_begin.end()) {
    lend(found->second);
  }
}

void Addresses::give_back(uint64_t address) noexcept {
  const std::lock_guard held(lock);
  if (const auto found = find_locked(address); found != by_begin.end()) {
    give_back(found->second);
  }
}

void Addresses::lend_all() noexcept {
  const std::lock_guard held(lock);
  for (auto& [begin, allocation] : by_begin) {
    lend(allocation);
  }
}

void Addresses::give_back_all() noexcept {
  const std::lock_guard held(lock);
  for (auto& [begin, allocation] : by_begin) {
    give_back(allocation);
  }
}

} // namespace twin
