// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/printf.h"

#include "builtins/printf.h"
#include "kernel.h"

#include <algorithm>

namespace host {
namespace {

/// A range holds at least so many work-items: calls and empty chunks cost something.
constexpr uint64_t range_items = 256;

uint64_t groups_of_range(const schedule& part) {
  const uint64_t items = part.local_size[0] * part.local_size[1] * part.local_size[2];
  return std::max<uint64_t>(range_items / std::max<uint64_t>(items, 1), 1);
}

} // namespace

mux_result_t run_printing(const Kernel& kernel, const void* arguments, const schedule& part,
                          Slot& slot, const Printing& printing, Fault& fault) {
  size_t bytes = 0;
  if (__builtin_add_overflow(sizeof(builtins::PrintfChunk), printing.capacity, &bytes) ||
      !slot.memory.printf.reserve(bytes)) {
    return mux_error_out_of_memory;
  }
  auto* chunk = ::new (slot.memory.printf.data()) builtins::PrintfChunk;
  schedule range = part;
  range.printf_chunk = chunk;
  // Ranges begin at multiples of their length, wherever parts do.
  const uint64_t length = groups_of_range(part);
  for (uint64_t group = part.group_begin; group < part.group_end; group = range.group_end) {
    if (__atomic_load_n(part.abort_flag, __ATOMIC_RELAXED) != 0) {
      break;
    }
    *chunk = {.capacity = printing.capacity, .used = 0, .end = printing.capacity, .lost = 0};
    range.group_begin = group;
    range.group_end = std::min(group + (length - group % length), part.group_end);
    const bool returned = slot.stack.call(kernel.entry, arguments, range, fault, &kernel.code);
    if (chunk->used != 0) {
      printing.callback(group, chunk + 1, chunk->written(), chunk->lost, printing.user_data);
    }
    if (!returned) {
      return mux_error_fault;
    }
  }
  return mux_success;
}

} // namespace host
