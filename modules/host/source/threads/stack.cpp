// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/stack.h"

#include <sys/mman.h>

// lanewise_call_on_stack keeps the caller's stack pointer in the frame register, where the unwind
// rules find it: debuggers see through. The registers that a callee must preserve are saved for an
// exit on which no callee restores them: a fault's handler (faults.h) continues at
// lanewise_call_abandoned with the stack pointer that stands in `call`.
#if defined(__x86_64__)

asm(R"(
  .text
  .p2align 4
  .globl lanewise_call_on_stack, lanewise_call_abandoned
  .hidden lanewise_call_on_stack, lanewise_call_abandoned
  .type lanewise_call_on_stack, @function
lanewise_call_on_stack:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  .cfi_offset %r15, -56
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%r8)
  movq %rcx, %rsp
  callq *%rdx
  leaq -48(%rbp), %rsp
  .cfi_def_cfa %rsp, 64
  movl $1, %eax
  jmp 1f
lanewise_call_abandoned:
  ldmxcsr (%rsp)
  fninit
  fldcw 4(%rsp)
  cld
  xorl %eax, %eax
1:
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  popq %r15
  .cfi_adjust_cfa_offset -8
  popq %r14
  .cfi_adjust_cfa_offset -8
  popq %r13
  .cfi_adjust_cfa_offset -8
  popq %r12
  .cfi_adjust_cfa_offset -8
  popq %rbx
  .cfi_adjust_cfa_offset -8
  popq %rbp
  .cfi_adjust_cfa_offset -8
  retq
  .cfi_endproc
  .size lanewise_call_on_stack, . - lanewise_call_on_stack
)");

#elif defined(__aarch64__)

asm(R"(
  .text
  .p2align 4
  .globl lanewise_call_on_stack, lanewise_call_abandoned
  .hidden lanewise_call_on_stack, lanewise_call_abandoned
  .type lanewise_call_on_stack, %function
lanewise_call_on_stack:
  .cfi_startproc
  stp x29, x30, [sp, #-176]!
  .cfi_def_cfa_offset 176
  .cfi_offset x29, -176
  .cfi_offset x30, -168
  mov x29, sp
  .cfi_def_cfa_register x29
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  .cfi_offset x19, -160
  .cfi_offset x20, -152
  .cfi_offset x21, -144
  .cfi_offset x22, -136
  .cfi_offset x23, -128
  .cfi_offset x24, -120
  .cfi_offset x25, -112
  .cfi_offset x26, -104
  .cfi_offset x27, -96
  .cfi_offset x28, -88
  mrs x9, fpcr
  str x9, [sp, #160]
  str x29, [x4]
  mov sp, x3
  blr x2
  mov sp, x29
  .cfi_def_cfa sp, 176
  mov w0, #1
  b 1f
lanewise_call_abandoned:
  ldr x9, [sp, #160]
  msr fpcr, x9
  mov w0, #0
1:
  ldp d14, d15, [sp, #144]
  ldp d12, d13, [sp, #128]
  ldp d10, d11, [sp, #112]
  ldp d8, d9, [sp, #96]
  ldp x27, x28, [sp, #80]
  ldp x25, x26, [sp, #64]
  ldp x23, x24, [sp, #48]
  ldp x21, x22, [sp, #32]
  ldp x19, x20, [sp, #16]
  ldp x29, x30, [sp], #176
  .cfi_def_cfa_offset 0
  ret
  .cfi_endproc
  .size lanewise_call_on_stack, . - lanewise_call_on_stack
)");

#else
#error "the host target needs a lanewise_call_on_stack for this CPU"
#endif

extern "C" {
/// 1 if the entry returned, 0 if it was abandoned.
int lanewise_call_on_stack(const void* arguments, const host::schedule* schedule,
                           host::entry_function entry, void* top, host::KernelCall* call);
void lanewise_call_abandoned();
}

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

bool Stack::call(entry_function entry, const void* arguments, const schedule& schedule,
                 Fault& fault, const LoadedCode* code) {
  contain_faults_of_this_thread();
  KernelCall call;
  call.resume = reinterpret_cast<uint64_t>(&lanewise_call_abandoned);
  call.code = code;
  call.abort_flag = schedule.abort_flag;
  set_kernel_call(&call);
  const bool returned =
      lanewise_call_on_stack(arguments, &schedule, entry, base + guard + size, &call) != 0;
  set_kernel_call(nullptr);
  fault = call.fault;
  return returned;
}

} // namespace host
