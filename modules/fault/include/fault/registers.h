// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an interrupted thread is, and where it goes on.
#ifndef FAULT_REGISTERS_H
#define FAULT_REGISTERS_H

#include "fault/uninstrumented.h"

#include <cstdint>
#include <ucontext.h>

namespace fault {

FAULT_UNINSTRUMENTED inline uint64_t instruction_of(const ucontext_t& thread) {
#if defined(__x86_64__)
  return static_cast<uint64_t>(thread.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return thread.uc_mcontext.pc;
#else
#error "the handlers need to know this CPU's registers"
#endif
}

/// Lets the thread go on at `instruction` with another stack pointer.
FAULT_UNINSTRUMENTED inline void resume_at(ucontext_t& thread, uint64_t instruction,
                                           uint64_t stack_pointer) {
#if defined(__x86_64__)
  auto& registers = thread.uc_mcontext.gregs;
  registers[REG_RSP] = static_cast<greg_t>(stack_pointer);
  registers[REG_RIP] = static_cast<greg_t>(instruction);
#elif defined(__aarch64__)
  auto& registers = thread.uc_mcontext;
  registers.sp = stack_pointer;
  registers.pc = instruction;
#endif
}

} // namespace fault

#endif
