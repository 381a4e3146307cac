// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loader/code_memory.h"

#include <sys/mman.h>
#include <unistd.h>

namespace host {

CodeMemory::~CodeMemory() {
  if (base != nullptr) {
    munmap(base, size);
  }
}

bool CodeMemory::map(uint64_t code_bytes, uint64_t data_bytes) {
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const auto pages = [page](uint64_t bytes) { return (bytes + page - 1) / page * page; };
  code_size = pages(code_bytes);
  size = code_size + pages(data_bytes);
  if (size == 0) {
    return true;
  }
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  base = static_cast<std::byte*>(memory);
  return true;
}

bool CodeMemory::protect() {
  if (code_size != 0) {
    if (mprotect(base, code_size, PROT_READ | PROT_EXEC) != 0) {
      return false;
    }
    // Does nothing on x86; CPUs whose instruction caches do not watch the data caches need it.
    auto* begin = reinterpret_cast<char*>(base);
    __builtin___clear_cache(begin, begin + code_size);
  }
  return size == code_size || mprotect(data(), size - code_size, PROT_READ) == 0;
}

} // namespace host
