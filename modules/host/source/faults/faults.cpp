// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "faults/faults.h"

#include "fault/handlers.h"
#include "fault/registers.h"
#include "fault/uninstrumented.h"
#include "loader/loaded_code.h"

#include <atomic>
#include <unistd.h>

namespace host {
namespace {

/// Read by the handler: no allocation on first use, as other thread-local variables of a library
/// that is loaded late may need.
[[gnu::tls_model("initial-exec")]] thread_local KernelCall* current_call = nullptr;

/// Lets the thread go on behind the call, as if the kernel had returned.
FAULT_UNINSTRUMENTED void leave(const KernelCall& call, ucontext_t& thread) {
  fault::resume_at(thread, call.resume, call.stack_pointer);
}

/// True if the fault was a kernel's.
bool leave_kernel(int signal, const siginfo_t& info, ucontext_t& thread) {
  KernelCall* call = current_call;
  if (call == nullptr) {
    return false;
  }
  call->fault = {signal, reinterpret_cast<uint64_t>(info.si_addr), fault::instruction_of(thread)};
  leave(*call, thread);
  return true;
}

FAULT_UNINSTRUMENTED void leave_interrupted_kernel(ucontext_t& thread) {
  KernelCall* call = current_call;
  if (call == nullptr || call->code == nullptr || call->abort_flag == nullptr ||
      __atomic_load_n(call->abort_flag, __ATOMIC_RELAXED) == 0 ||
      !call->code->is_code(fault::instruction_of(thread))) {
    return;
  }
  call->fault.interrupted = true;
  leave(*call, thread);
}

thread_local pid_t known_thread = 0;

} // namespace

void contain_faults_of_this_thread() noexcept {
  if (fault::install(leave_kernel, leave_interrupted_kernel)) {
    fault::give_handler_stack();
  }
}

void set_kernel_call(KernelCall* call) noexcept {
  current_call = call;
  std::atomic_signal_fence(std::memory_order_seq_cst); // before anything can fault
}

bool interrupt_kernel(pid_t thread) noexcept { return fault::interrupt(thread); }

pid_t this_thread() noexcept {
  if (known_thread == 0) {
    known_thread = gettid();
  }
  return known_thread;
}

void forget_this_thread() noexcept { known_thread = 0; }

} // namespace host
