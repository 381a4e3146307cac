// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fault/contained.h"

#include "fault/registers.h"
#include "installed.h"

#include <atomic>

// lanewise_contained_call saves the registers that a callee must preserve, for an exit on which no
// callee restores them: the handler continues at lanewise_contained_left with the stack pointer
// that stands in the call.
#if defined(__x86_64__)

asm(R"(
  .text
  .p2align 4
  .globl lanewise_contained_call, lanewise_contained_left
  .hidden lanewise_contained_call, lanewise_contained_left
  .type lanewise_contained_call, @function
lanewise_contained_call:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  pushq %rbx
  .cfi_def_cfa_offset 24
  .cfi_offset %rbx, -24
  pushq %r12
  .cfi_def_cfa_offset 32
  .cfi_offset %r12, -32
  pushq %r13
  .cfi_def_cfa_offset 40
  .cfi_offset %r13, -40
  pushq %r14
  .cfi_def_cfa_offset 48
  .cfi_offset %r14, -48
  pushq %r15
  .cfi_def_cfa_offset 56
  .cfi_offset %r15, -56
  subq $8, %rsp
  .cfi_def_cfa_offset 64
  movq %rsp, (%rdx)
  movq %rdi, %rax
  movq %rsi, %rdi
  callq *%rax
  movl $1, %eax
  addq $56, %rsp
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
  .size lanewise_contained_call, . - lanewise_contained_call

  .p2align 4
lanewise_contained_left:
  cld
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  xorl %eax, %eax
  retq
)");

#elif defined(__aarch64__)

asm(R"(
  .text
  .p2align 4
  .globl lanewise_contained_call, lanewise_contained_left
  .hidden lanewise_contained_call, lanewise_contained_left
  .type lanewise_contained_call, %function
lanewise_contained_call:
  .cfi_startproc
  stp x29, x30, [sp, #-160]!
  .cfi_def_cfa_offset 160
  .cfi_offset x29, -160
  .cfi_offset x30, -152
  mov x29, sp
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  str x29, [x2]
  mov x9, x0
  mov x0, x1
  blr x9
  mov w0, #1
  ldp x29, x30, [sp], #160
  .cfi_def_cfa_offset 0
  .cfi_restore x29
  .cfi_restore x30
  ret
  .cfi_endproc
  .size lanewise_contained_call, . - lanewise_contained_call

  .p2align 4
lanewise_contained_left:
  ldp d14, d15, [sp, #144]
  ldp d12, d13, [sp, #128]
  ldp d10, d11, [sp, #112]
  ldp d8, d9, [sp, #96]
  ldp x27, x28, [sp, #80]
  ldp x25, x26, [sp, #64]
  ldp x23, x24, [sp, #48]
  ldp x21, x22, [sp, #32]
  ldp x19, x20, [sp, #16]
  mov w0, #0
  ldp x29, x30, [sp], #160
  ret
)");

#else
#error "contained calls need to know this CPU's registers"
#endif

namespace fault {
namespace {

/// A contained call, as long as it lasts.
struct Call {
  uint64_t stack_pointer = 0; ///< first: written by lanewise_contained_call
  uint64_t address = 0;
  Call* outer = nullptr;
};

/// Read by the handler: no allocation on first use, as other thread-local variables of a library
/// that is loaded late may need.
[[gnu::tls_model("initial-exec")]] thread_local Call* current_call = nullptr;

} // namespace
} // namespace fault

extern "C" {
/// 1 if the function returned, 0 if it was left.
int lanewise_contained_call(void (*function)(void*), void* argument, fault::Call* call);
void lanewise_contained_left();
}

namespace fault {

bool leave_contained(int signal, const siginfo_t& info, ucontext_t& thread) {
  Call* call = current_call;
  if (call == nullptr || (signal != SIGSEGV && signal != SIGBUS)) {
    return false;
  }
  call->address = reinterpret_cast<uint64_t>(info.si_addr);
  resume_at(thread, reinterpret_cast<uint64_t>(&lanewise_contained_left), call->stack_pointer);
  return true;
}

bool contained(void (*function)(void*), void* argument, uint64_t& address) noexcept {
  if (!are_installed()) {
    function(argument);
    return true;
  }
  Call call;
  call.outer = current_call;
  current_call = &call;
  std::atomic_signal_fence(std::memory_order_seq_cst); // before anything can fault
  const bool returned = lanewise_contained_call(function, argument, &call) != 0;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  current_call = call.outer;
  if (!returned) {
    address = call.address;
  }
  return returned;
}

} // namespace fault
