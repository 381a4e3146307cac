// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMMANDS_COMMAND_MEMORY_H
#define CUDA_COMMANDS_COMMAND_MEMORY_H

#include "mux/mux.h"

#include <memory>
#include <memory_resource>
#include <new>

namespace cuda {

class Command;

/// The memory of an allocator of mux's, for containers of the standard library.
class AllocatorMemory final : public std::pmr::memory_resource {
public:
  explicit AllocatorMemory(mux_allocator_info_t given) : allocator(given) {}

private:
  void* do_allocate(size_t size, size_t alignment) override {
    void* memory = allocator.allocate(allocator.user_data, size, alignment);
    return memory != nullptr ? memory : throw std::bad_alloc();
  }
  void do_deallocate(void* memory, size_t, size_t) override {
    allocator.free(allocator.user_data, memory);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  mux_allocator_info_t allocator;
};

/// Ends a command and gives its memory back.
struct CommandDeleter {
  std::pmr::memory_resource* memory;
  size_t size, alignment;
  void operator()(Command* command) const;
};
using CommandPointer = std::unique_ptr<Command, CommandDeleter>;

/// Makes a command. Throws std::bad_alloc.
template <typename T, typename... Arguments>
[[nodiscard]] CommandPointer make_command(std::pmr::memory_resource& memory,
                                          Arguments&&... arguments) {
  void* place = memory.allocate(sizeof(T), alignof(T));
  try {
    return {::new (place) T(std::forward<Arguments>(arguments)...),
            CommandDeleter{&memory, sizeof(T), alignof(T)}};
  } catch (...) {
    memory.deallocate(place, sizeof(T), alignof(T));
    throw;
  }
}

} // namespace cuda

#endif
