// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/transfer.h"

#include "fault/contained.h"

namespace host {

mux_result_t Transfer::execute(uint64_t part, Slot&, const uint32_t*) {
  uint64_t address = 0;
  if (fault::contained([&] { move(part); }, address)) {
    return mux_success;
  }
  note_fault(address);
  return mux_error_fault;
}

} // namespace host
