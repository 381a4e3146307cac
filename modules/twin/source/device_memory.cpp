// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_memory.h"

#include <algorithm>
#include <sys/mman.h>

namespace twin {
namespace {

constexpr uint64_t page = 4096;

/// Allocations are whole multiples of this, which is more than mux asks for: a layer above that
/// counts on mux_alignment where it should ask the device is noticed.
constexpr uint64_t least = 512;

uint64_t round_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

} // namespace

DeviceMemory::DeviceMemory(uint64_t given_size) : size(given_size) {
  void* reserved =
      mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved != MAP_FAILED) {
    base = reinterpret_cast<uintptr_t>(reserved);
    holes.emplace(base, size);
  }
}

DeviceMemory::~DeviceMemory() {
  if (is_there()) {
    munmap(reinterpret_cast<void*>(base), size);
  }
}

uint64_t DeviceMemory::allocate(uint64_t bytes, uint64_t alignment) {
  if (bytes > size) {
    return 0;
  }
  bytes = round_up(bytes, least);
  alignment = std::max({alignment, least, bytes >= page ? page : 1});
  const std::lock_guard held(lock);
  for (auto hole = holes.begin(); hole != holes.end(); ++hole) {
    const auto [begin, room] = *hole;
    const uint64_t place = round_up(begin, alignment);
    if (place - begin > room || bytes > room - (place - begin)) {
      continue;
    }
    taken.emplace(place, bytes);
    const uint64_t behind = begin + room - (place + bytes);
    if (behind != 0) {
      holes.emplace(place + bytes, behind);
    }
    if (place != begin) {
      hole->second = place - begin;
    } else {
      holes.erase(hole);
    }
    return place;
  }
  return 0;
}

void DeviceMemory::free(uint64_t address) {
  const std::lock_guard held(lock);
  auto node = taken.extract(address); // its memory serves the hole: nothing can fail
  if (node.mapped() >= page) {
    madvise(reinterpret_cast<void*>(round_up(address, page)), node.mapped() / page * page,
            MADV_DONTNEED);
  }
  const auto hole = holes.insert(std::move(node)).position;
  if (const auto next = std::next(hole);
      next != holes.end() && hole->first + hole->second == next->first) {
    hole->second += next->second;
    holes.erase(next);
  }
  if (hole != holes.begin()) {
    if (const auto before = std::prev(hole); before->first + before->second == hole->first) {
      before->second += hole->second;
      holes.erase(hole);
    }
  }
}

DeviceMemory::Pages DeviceMemory::pages_of(uint64_t address, uint64_t bytes) {
  return {address / page * page, round_up(address + bytes, page)};
}

void DeviceMemory::protect(Pages pages, int protection) {
  // It fails only where the system has no room for more mappings, and then the pages stay open.
  if (pages.begin != pages.end) {
    static_cast<void>(
        mprotect(reinterpret_cast<void*>(pages.begin), pages.end - pages.begin, protection));
  }
}

/// Protects the memory that is not with the host. Called with the lock held, like the functions
/// that follow.
void DeviceMemory::protect_all(int protection) const {
  uint64_t from = base;
  for (const auto& [begin, end] : with_host) {
    protect({from, begin}, protection);
    from = end;
  }
  protect({from, base + size}, protection);
}

/// Makes two entries of the one in `with_host` that a place lies within.
void DeviceMemory::split_at(uint64_t place) {
  auto entry = with_host.upper_bound(place);
  if (entry != with_host.begin() && (--entry)->first < place && place < entry->second) {
    with_host.emplace(place, entry->second);
    entry->second = place;
  }
}

void DeviceMemory::give_to_host(uint64_t address, uint64_t bytes) {
  const Pages pages = pages_of(address, bytes);
  const std::lock_guard held(lock);
  split_at(pages.begin);
  split_at(pages.end);
  const auto first = with_host.emplace(pages.begin, pages.end).first;
  first->second = pages.end;
  with_host.erase(std::next(first), with_host.lower_bound(pages.end));
  if (running == 0) {
    protect(pages, PROT_READ | PROT_WRITE);
  }
}

void DeviceMemory::take_from_host(uint64_t address, uint64_t bytes) {
  const Pages pages = pages_of(address, bytes);
  const std::lock_guard held(lock);
  split_at(pages.begin);
  split_at(pages.end);
  with_host.erase(with_host.lower_bound(pages.begin), with_host.lower_bound(pages.end));
  if (running == 0) {
    protect(pages, PROT_NONE);
  }
}

void DeviceMemory::open() {
  const std::lock_guard held(lock);
  if (running++ == 0) {
    protect_all(PROT_READ | PROT_WRITE);
  }
}

void DeviceMemory::close() {
  const std::lock_guard held(lock);
  if (--running == 0) {
    protect_all(PROT_NONE);
  }
}

void DeviceMemory::close_for_child() {
  running = 0;
  protect_all(PROT_NONE);
}

} // namespace twin
