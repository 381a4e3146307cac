// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_enqueue/named_memory.h"

namespace host {
namespace {

/// Calls `access` for a byte of each page.
template <typename Access> void for_pages(uint64_t first, uint64_t bytes, Access access) {
  constexpr uint64_t smallest_page = 4096;
  for (uint64_t offset = 0; offset < bytes; offset += smallest_page) {
    access(first + offset);
  }
  if (bytes != 0) {
    access(first + bytes - 1);
  }
}

} // namespace

void touch(uint64_t first, uint64_t bytes) {
  for_pages(first, bytes, [](uint64_t address) {
    static_cast<void>(*reinterpret_cast<const volatile uint8_t*>(address));
  });
}

void touch_to_write(uint64_t first, uint64_t bytes) {
  const volatile uint8_t nothing = 0; // not a constant, for which a compiler would write nothing
  for_pages(first, bytes, [&](uint64_t address) {
    __atomic_fetch_or(reinterpret_cast<uint8_t*>(address), nothing, __ATOMIC_RELAXED);
  });
}

} // namespace host
