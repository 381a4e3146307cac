// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/slot.h"

#include <new>

namespace host {

Block::~Block() { ::operator delete(memory, std::align_val_t(abi_alignment)); }

bool Block::reserve(size_t wanted) {
  if (wanted <= size) {
    return true;
  }
  void* larger = ::operator new(wanted, std::align_val_t(abi_alignment), std::nothrow);
  if (larger == nullptr) {
    return false;
  }
  ::operator delete(memory, std::align_val_t(abi_alignment));
  memory = larger;
  size = wanted;
  return true;
}

void Slot::give_back() {
  if (trim_when_free.load(std::memory_order_relaxed) && trim_when_free.exchange(false) &&
      memory.is_large()) {
    memory = {};
  }
  // An exchange for the reason of Worker::announce_idleness: its thread looks for work next.
  held.exchange(false);
}

void Slot::trim() {
  trim_when_free = true;
  if (take()) { // otherwise the slot's holder does it, or a later holder if this one was about to
                // give the slot back
    give_back();
  }
}

} // namespace host
