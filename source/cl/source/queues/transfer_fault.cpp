// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/transfer_fault.h"

#include "queues/command_name.h"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <new>

namespace cl {
namespace {

template <typename Text> void report(const Context& context, Text&& text) noexcept {
  try {
    context.tell(text());
  } catch (const std::bad_alloc&) {
    std::fputs("lanewise: a command was stopped, and there is no memory to say more\n", stderr);
  }
}

} // namespace

std::string text_of_access(uint64_t address) {
  std::array<char, 20> number;
  std::snprintf(number.data(), number.size(), "0x%" PRIx64, address);
  return std::string("access to memory at ") + number.data() +
         ", which is not there or may not be written";
}

void report_transfer_fault(const Context& context, cl_command_type type,
                           uint64_t address) noexcept {
  report(context, [&] {
    return "command '" + std::string(name_of(type)) + "' was stopped: " + text_of_access(address);
  });
}

void report_transfer_fault_in_command_buffer(const Context& context) noexcept {
  report(context, [] {
    return std::string("a copy or a fill of a command buffer was stopped: access to memory which "
                       "is not there or may not be written");
  });
}

} // namespace cl
