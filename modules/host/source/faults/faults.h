// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fault of kernel code (SIGSEGV, SIGBUS, SIGFPE, SIGILL) ends the call of the kernel, not the
// process. The application's handlers see all other faults as if there were no handlers of ours. A
// call that is interrupted, since its results are not needed any more, ends in the same way.
#ifndef HOST_FAULTS_FAULTS_H
#define HOST_FAULTS_FAULTS_H

#include <cstdint>
#include <sys/types.h>

namespace host {

class LoadedCode;

/// Why a call of a kernel was abandoned.
struct Fault {
  int signal = 0;
  uint64_t address = 0;     ///< that was accessed, or of the instruction, as the signal says
  uint64_t code = 0;        ///< address of the instruction
  bool interrupted = false; ///< nothing of that, but interrupt_kernel
};

/// A call of kernel code on this thread, as long as it lasts. The handler takes the thread to
/// `resume` with `stack_pointer`.
struct KernelCall {
  uint64_t stack_pointer = 0; ///< first: written by lanewise_call_on_stack
  uint64_t resume = 0;
  const LoadedCode* code = nullptr;     ///< that can be left at any instruction; null: none
  const uint32_t* abort_flag = nullptr; ///< not 0 once an interrupt may end the call
  Fault fault;
};

/// From now on, faults of kernel code on this thread go to its KernelCall. Installs the handlers
/// once in a process, unless LANEWISE_FAULTS=abort, and gives the thread a signal stack if it has
/// none. Without memory for that, nothing is done for the thread.
void contain_faults_of_this_thread() noexcept;

/// Announces the call that begins on this thread, or with null that it is over.
void set_kernel_call(KernelCall* call) noexcept;

/// Ends the kernel call that `thread` is in, if its abort flag is not 0 and the thread is in the
/// kernel's own code, not in a function that it has called. False if threads cannot be
/// interrupted.
[[nodiscard]] bool interrupt_kernel(pid_t thread) noexcept;
/// The calling thread, as `interrupt_kernel` takes it.
[[nodiscard]] pid_t this_thread() noexcept;
/// For a fork: in the child, whose one thread has another number.
void forget_this_thread() noexcept;

} // namespace host

#endif
