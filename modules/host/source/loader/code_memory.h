// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LOADER_CODE_MEMORY_H
#define HOST_LOADER_CODE_MEMORY_H

#include "fault/uninstrumented.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace host {

class CodeRegion;

/// Memory for code and for read-only data near it. It is writable until it is protected, and never
/// writable and executable at the same time. Its pages are parts of a region that many objects
/// share: a process may have 65530 mappings, and neighbours with the same protection are one
/// mapping. Thread safe for different objects.
class CodeMemory {
public:
  CodeMemory() = default;
  CodeMemory(CodeMemory&& other) noexcept { *this = std::move(other); }
  CodeMemory& operator=(CodeMemory&& other) noexcept {
    std::swap(region, other.region);
    std::swap(code_part, other.code_part);
    std::swap(data_part, other.data_part);
    return *this;
  }
  ~CodeMemory();

  /// Maps zeroed, writable memory; both sizes in bytes are rounded up to pages. The distance from
  /// any code to any data is less than the sum of the sizes and 64 MiB. False if there is none.
  [[nodiscard]] bool map(uint64_t code_bytes, uint64_t data_bytes);
  /// Makes code executable, and nothing writable. False if the system refuses.
  [[nodiscard]] bool protect();

  [[nodiscard]] std::byte* code() const { return code_part.begin; }
  [[nodiscard]] std::byte* data() const { return data_part.begin; }
  [[nodiscard]] FAULT_UNINSTRUMENTED bool is_code(uint64_t address) const {
    return address - reinterpret_cast<uint64_t>(code_part.begin) < code_part.size;
  }

private:
  friend class CodeRegion;
  struct Part {
    std::byte* begin = nullptr;
    size_t size = 0; ///< bytes; whole pages
  };
  CodeRegion* region = nullptr;
  Part code_part, data_part;
};

/// The lock of all regions, for a fork.
[[nodiscard]] std::mutex& code_memory_mutex();

} // namespace host

#endif
