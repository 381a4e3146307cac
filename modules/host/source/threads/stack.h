// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_THREADS_STACK_H
#define HOST_THREADS_STACK_H

#include "faults/faults.h"
#include "host/kernel_abi.h"

#include <cstddef>

namespace host {

class LoadedCode;

/// Memory that kernels run on, whichever thread runs them: application threads can have very
/// little of their own. Address space is taken at once, memory as it is touched; below it lies a
/// guard that faults.
class Stack {
public:
  static constexpr size_t size = kernel_stack_bytes;
  /// As large as the largest frame of a function, so that no function steps over it.
  static constexpr size_t guard = size / 2;

  Stack() = default;
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  ~Stack();

  /// Maps it unless it is mapped. False if there is no memory.
  [[nodiscard]] bool map();

  /// Calls an entry function on this stack (mapped). One thread at a time. False if it did not
  /// return, because of `fault`; then it did part of its work. It can be interrupted where it is in
  /// `code`.
  [[nodiscard]] bool call(entry_function entry, const void* arguments, const schedule& schedule,
                          Fault& fault, const LoadedCode* code = nullptr);

  /// Its lowest byte, once mapped.
  [[nodiscard]] void* begin() const { return base + guard; }

  /// Whether an address is where a stack that is used up ends.
  [[nodiscard]] bool is_beyond(uint64_t address) const {
    const auto begin = reinterpret_cast<uint64_t>(base);
    return address >= begin && address < begin + guard;
  }

private:
  std::byte* base = nullptr;
};

} // namespace host

#endif
