// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loader/debugger.h"

#include "environment/environment.h"
#include "loader/gdb_interface.h"

#include <cinttypes>
#include <cstdio>
#include <mutex>
#include <string>
#include <unistd.h>

extern "C" {

__attribute__((noinline)) void __jit_debug_register_code() { asm volatile("" ::: "memory"); }

jit_descriptor __jit_debug_descriptor = {1, 0, nullptr, nullptr};
}

namespace host {
namespace {

enum Action : uint32_t { register_code = 1, unregister_code = 2 };

void tell_debugger(Action action, jit_code_entry& entry) {
  __jit_debug_descriptor.relevant_entry = &entry;
  __jit_debug_descriptor.action_flag = action;
  __jit_debug_register_code();
}

} // namespace

std::mutex& debugger_mutex() {
  static constinit std::mutex mutex; // trivially destroyed: objects may outlive static ones
  return mutex;
}

struct DebuggerEntry::Record {
  std::vector<uint8_t> object;
  jit_code_entry entry = {};
};

DebuggerEntry::DebuggerEntry() = default;
DebuggerEntry::DebuggerEntry(DebuggerEntry&& other) noexcept = default;
DebuggerEntry& DebuggerEntry::operator=(DebuggerEntry&& other) noexcept {
  record.swap(other.record);
  return *this;
}

DebuggerEntry::~DebuggerEntry() {
  if (!record) {
    return;
  }
  const std::lock_guard lock(debugger_mutex());
  jit_code_entry& entry = record->entry;
  (entry.prev_entry ? entry.prev_entry->next_entry : __jit_debug_descriptor.first_entry) =
      entry.next_entry;
  if (entry.next_entry) {
    entry.next_entry->prev_entry = entry.prev_entry;
  }
  tell_debugger(unregister_code, entry);
}

void DebuggerEntry::add(std::vector<uint8_t> object) {
  record = std::make_unique<Record>();
  record->object = std::move(object);
  const std::lock_guard lock(debugger_mutex());
  jit_code_entry& entry = record->entry;
  entry = {__jit_debug_descriptor.first_entry, nullptr,
           reinterpret_cast<const char*>(record->object.data()), record->object.size()};
  if (entry.next_entry) {
    entry.next_entry->prev_entry = &entry;
  }
  __jit_debug_descriptor.first_entry = &entry;
  tell_debugger(register_code, entry);
}

void tell_perf(const void* address, uint64_t size, std::string_view name) {
  if (environment::text(environment::Variable::perf).empty()) {
    return;
  }
  const std::lock_guard lock(debugger_mutex());
  const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  if (std::FILE* file = std::fopen(path.c_str(), "ae")) {
    std::fprintf(file, "%" PRIxPTR " %" PRIx64 " %.*s\n", reinterpret_cast<uintptr_t>(address),
                 size, static_cast<int>(name.size()), name.data());
    std::fclose(file);
  }
}

} // namespace host
