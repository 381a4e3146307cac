// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/stack.h"

#include <sys/mman.h>

#if defined(__x86_64__)

// Keeps the caller's stack pointer in rbp, where the unwind rules find it: debuggers see through.
asm(R"(
  .text
  .p2align 4
  .type lanewise_call_on_stack, @function
lanewise_call_on_stack:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rcx, %rsp
  callq *%rdx
  movq %rbp, %rsp
  popq %rbp
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size lanewise_call_on_stack, . - lanewise_call_on_stack
)");

extern "C" void lanewise_call_on_stack(const void* arguments, const host::schedule* schedule,
                                       host::entry_function entry, void* top);

#else
#error "the host target needs a lanewise_call_on_stack for this CPU"
#endif

namespace host {

Stack::~Stack() {
  if (base != nullptr) {
    munmap(base, guard + size);
  }
}

bool Stack::map() {
  if (base != nullptr) {
    return true;
  }
  void* memory = mmap(nullptr, guard + size, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  if (mprotect(static_cast<std::byte*>(memory) + guard, size, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory, guard + size);
    return false;
  }
  base = static_cast<std::byte*>(memory);
  return true;
}

void Stack::call(entry_function entry, const void* arguments, const schedule& schedule) {
  lanewise_call_on_stack(arguments, &schedule, entry, base + guard + size);
}

} // namespace host
