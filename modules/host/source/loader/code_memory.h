// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LOADER_CODE_MEMORY_H
#define HOST_LOADER_CODE_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <utility>

namespace host {

/// One mapping: code first, then read-only data. Writable until protected, never writable and
/// executable at once.
class CodeMemory {
public:
  CodeMemory() = default;
  CodeMemory(CodeMemory&& other) noexcept { *this = std::move(other); }
  CodeMemory& operator=(CodeMemory&& other) noexcept {
    std::swap(base, other.base);
    std::swap(code_size, other.code_size);
    std::swap(size, other.size);
    return *this;
  }
  ~CodeMemory();

  /// Maps zeroed, writable memory; both sizes in bytes are rounded up to pages. False if there is
  /// none.
  [[nodiscard]] bool map(uint64_t code_bytes, uint64_t data_bytes);
  /// Makes code executable, and nothing writable. False if the system refuses.
  [[nodiscard]] bool protect();

  [[nodiscard]] std::byte* code() const { return base; }
  [[nodiscard]] std::byte* data() const { return base + code_size; }

private:
  std::byte* base = nullptr;
  size_t code_size = 0;
  size_t size = 0;
};

} // namespace host

#endif
