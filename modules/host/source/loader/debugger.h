// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LOADER_DEBUGGER_H
#define HOST_LOADER_DEBUGGER_H

#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace host {

/// An object file that gdb knows of as long as this lives (gdb's JIT interface).
class DebuggerEntry {
public:
  DebuggerEntry();
  DebuggerEntry(DebuggerEntry&& other) noexcept;
  DebuggerEntry& operator=(DebuggerEntry&& other) noexcept;
  ~DebuggerEntry();

  /// `object` is a copy of the file in which each loaded section's sh_addr says where it is.
  /// Thread safe. Throws std::bad_alloc.
  void add(std::vector<uint8_t> object);

private:
  struct Record;
  std::unique_ptr<Record> record;
};

/// Protects gdb's list of objects, and perf's file.
[[nodiscard]] std::mutex& debugger_mutex();

/// Appends a line to /tmp/perf-PID.map, where perf looks, if LANEWISE_PERF is set and not
/// empty. Thread safe.
void tell_perf(const void* address, uint64_t size, std::string_view name);

} // namespace host

#endif
