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

} // namespace host
