// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/staging.h"

#include "memory/memory.h"

#include <new>

namespace cuda {

std::byte* Staging::take() {
  const std::lock_guard held(lock);
  if (!unused.empty()) {
    std::byte* found = unused.back();
    unused.pop_back();
    return found;
  }
  try {
    unused.reserve(made + 1); // so that give_back needs no memory
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  const CUdeviceptr address = memory.allocate_pinned(piece, 0);
  made += address != 0 ? 1 : 0;
  return static_cast<std::byte*>(pointer(address));
}

void Staging::forget() {
  const std::lock_guard held(lock);
  unused.clear();
  made = 0;
}

void Staging::give_back(std::byte* given) {
  const std::lock_guard held(lock);
  unused.push_back(given);
}

} // namespace cuda
