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

void DeviceMemory::protect(int protection) const {
  // It cannot fail: the range is one mapping, and stays one.
  static_cast<void>(mprotect(reinterpret_cast<void*>(base), size, protection));
}

void DeviceMemory::open() {
  const std::lock_guard held(lock);
  if (running++ == 0) {
    protect(PROT_READ | PROT_WRITE);
  }
}

void DeviceMemory::close() {
  const std::lock_guard held(lock);
  if (--running == 0) {
    protect(PROT_NONE);
  }
}

void DeviceMemory::close_for_child() {
  running = 0;
  protect(PROT_NONE);
}

} // namespace twin
