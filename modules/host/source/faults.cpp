// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "faults.h"

#include "fault/handlers.h"

#include <atomic>

namespace host {
namespace {

/// Read by the handler: no allocation on first use, as other thread-local variables of a library
/// that is loaded late may need.
[[gnu::tls_model("initial-exec")]] thread_local KernelCall* current_call = nullptr;

/// Lets the thread go on behind the call, as if the kernel had returned. True if the fault was a
/// kernel's.
bool leave_kernel(int signal, const siginfo_t& info, ucontext_t& thread) {
  KernelCall* call = current_call;
  if (call == nullptr) {
    return false;
  }
#if defined(__x86_64__)
  auto& registers = thread.uc_mcontext.gregs;
  call->fault = {signal, reinterpret_cast<uint64_t>(info.si_addr),
                 static_cast<uint64_t>(registers[REG_RIP])};
  registers[REG_RSP] = static_cast<greg_t>(call->stack_pointer);
  registers[REG_RIP] = static_cast<greg_t>(call->resume);
#elif defined(__aarch64__)
  auto& registers = thread.uc_mcontext;
  call->fault = {signal, reinterpret_cast<uint64_t>(info.si_addr), registers.pc};
  registers.sp = call->stack_pointer;
  registers.pc = call->resume;
#else
#error "the host target needs to know this CPU's registers"
#endif
  return true;
}

} // namespace

void contain_faults_of_this_thread() noexcept {
  if (fault::install(leave_kernel)) {
    fault::give_handler_stack();
  }
}

void set_kernel_call(KernelCall* call) noexcept {
  current_call = call;
  std::atomic_signal_fence(std::memory_order_seq_cst); // before anything can fault
}

} // namespace host
