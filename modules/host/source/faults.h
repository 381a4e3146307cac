// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of kernel code (SIGSEGV, SIGBUS, SIGFPE, SIGILL) end the call of the kernel and not the
// process. Handlers of the application's see every other fault as if ours were not there.
#ifndef HOST_FAULTS_H
#define HOST_FAULTS_H

#include <cstdint>

namespace host {

/// Why a call of a kernel was abandoned.
struct Fault {
  int signal = 0;
  uint64_t address = 0; ///< that was accessed, or of the instruction, as the signal says
  uint64_t code = 0;    ///< address of the instruction
};

/// A call of kernel code on this thread, as long as it lasts. The handler takes the thread to
/// `resume` with `stack_pointer`.
struct KernelCall {
  uint64_t stack_pointer = 0; ///< first: written by lanewise_call_on_stack
  uint64_t resume = 0;
  Fault fault;
};

/// Makes faults of kernel code on this thread come to its KernelCall from now on. Installs the
/// handlers once a process, unless LANEWISE_FAULTS=abort, and gives the thread a stack for them if
/// it has none. Does nothing for a thread for which there is no memory.
void contain_faults_of_this_thread() noexcept;

/// Announces the call that begins on this thread, or with null that it is over.
void set_kernel_call(KernelCall* call) noexcept;

} // namespace host

#endif
