// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library is linked so that its calls of malloc come here (--wrap): parts of LLVM call it
// instead of operator new, and parts of Clang use the result without a check.
#include "memory.h"

#include "job.h"

#include <cstddef>
#include <cstdlib>

extern "C" {

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* memory, size_t size);

void* __wrap_malloc(size_t size) {
  void* memory = __real_malloc(size);
  if (!memory) {
    compiler::leave_job_without_memory();
  }
  return memory;
}
void* __wrap_calloc(size_t count, size_t size) {
  void* memory = __real_calloc(count, size);
  if (!memory) {
    compiler::leave_job_without_memory();
  }
  return memory;
}
void* __wrap_realloc(void* old, size_t size) {
  void* memory = __real_realloc(old, size);
  if (!memory && size != 0) {
    compiler::leave_job_without_memory();
  }
  return memory;
}
}

void compiler::keep_freed_memory() {
  // malloc's top is trimmed from twice the size on that was freed.
  void* volatile block = __real_malloc(8 << 20); // volatile: neither call is left out
  std::free(block);
}
