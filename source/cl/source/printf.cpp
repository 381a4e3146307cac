// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "printf.h"

#include "builtins/printf.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>

namespace cl {

using builtins::PrintfChunk;

PrintfOutput::PrintfOutput(ExecutablePointer program)
    : executable(std::move(program)),
      memory((sizeof(PrintfChunk) + printf_buffer_size) / sizeof(uint32_t)) {
  const PrintfChunk chunk{.capacity = printf_buffer_size, .used = 0, .lost = 0, .reserved = 0};
  std::memcpy(memory.data(), &chunk, sizeof(chunk));
}

std::string PrintfOutput::text() const {
  PrintfChunk chunk;
  std::memcpy(&chunk, memory.data(), sizeof(chunk));
  const auto* bytes = reinterpret_cast<const uint8_t*>(memory.data()) + sizeof(chunk);
  const std::span<const uint8_t> records(bytes, std::min(chunk.used, chunk.capacity));
  const auto& calls = executable->contents.printf_calls;
  std::string all;
  for (size_t at = 0; at + sizeof(uint32_t) <= records.size();) {
    uint32_t number = 0;
    std::memcpy(&number, &records[at], sizeof(number));
    if (number == 0 || number > calls.size()) {
      break; // room that a record asked for but did not fit into
    }
    const binary::PrintfCall& call = calls[number - 1];
    const auto& sizes = call.argument_sizes;
    const size_t size = std::accumulate(sizes.begin(), sizes.end(), size_t(0));
    const size_t next = at + (sizeof(number) + size + 3) / 4 * 4;
    if (next > records.size()) {
      break;
    }
    all += builtins::format_record({call.format, sizes, call.strings},
                                   records.subspan(at + sizeof(number), size));
    at = next;
  }
  if (chunk.lost) {
    all += "[printf: " + std::to_string(chunk.lost) + " calls found the buffer of " +
           std::to_string(chunk.capacity) + " bytes full]\n";
  }
  return all;
}

void PrintfOutput::write(mux_queue_t, mux_command_buffer_t, void* self) {
  try {
    const std::string all = static_cast<PrintfOutput*>(self)->text();
    std::fwrite(all.data(), 1, all.size(), stdout);
    std::fflush(stdout);
  } catch (const std::bad_alloc&) {
    std::fputs("[printf: out of memory]\n", stdout);
  }
}

} // namespace cl
