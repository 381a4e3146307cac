// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LOADER_LOADED_CODE_H
#define HOST_LOADER_LOADED_CODE_H

#include "cargo/expected.h"
#include "fault/uninstrumented.h"
#include "loader/code_memory.h"
#include "loader/debugger.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// A relocatable object (ELF64, this CPU's, position independent, small code model) in memory,
/// ready to run. Its code is executable and not writable, everything else is read-only. It may
/// refer to memcpy, memmove and memset, and to nothing else outside of itself; it may hold no
/// writable data. Known to gdb, and to perf if LANEWISE_PERF is set. Unloaded when destroyed.
class LoadedCode {
public:
  struct Error {
    enum class Kind { refused, out_of_memory };
    Kind kind;
    std::string text; ///< one sentence
  };

  /// Loads `object`, which is not needed afterwards. Throws std::bad_alloc.
  [[nodiscard]] static cargo::expected<LoadedCode, Error> load(std::span<const uint8_t> object);

  /// Address of a global function of the object, or null.
  [[nodiscard]] const void* find(std::string_view function) const;

  /// Where an address is within its section of the object; UINT64_MAX if it is in no function.
  [[nodiscard]] uint64_t offset_of(uint64_t address) const;

  /// Whether an instruction is at this address, of any of its functions.
  [[nodiscard]] FAULT_UNINSTRUMENTED bool is_code(uint64_t address) const {
    return memory.is_code(address);
  }

private:
  struct Function {
    std::string name;
    const void* address;
    uint64_t size;
    uint64_t offset; ///< in its section
  };
  CodeMemory memory;
  std::vector<Function> functions;
  DebuggerEntry debugger;

  friend class Linker;
};

} // namespace host

#endif
