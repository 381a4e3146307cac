// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handlers for the signals of faults (SIGSEGV, SIGBUS, SIGFPE, SIGILL) that handle the driver's
// faults and leave all others as if the handlers were not there: handlers that the application had
// see its own faults, and without any the process ends as it would have.
#ifndef FAULT_HANDLERS_H
#define FAULT_HANDLERS_H

#include <csignal>
#include <sys/types.h>
#include <ucontext.h>

namespace fault {

/// Called in the handler, on the thread that faulted: whether the fault is ours. May change the
/// thread's registers, or not return. Signals that were sent, and not caused, never come here.
using Take = bool (*)(int signal, const siginfo_t& info, ucontext_t& thread);

/// Called in the handler of a thread that `interrupt` named, wherever that is: it is
/// FAULT_UNINSTRUMENTED. May change the thread's registers.
using Interrupted = void (*)(ucontext_t& thread);

/// Installs the handlers; the first call in a process counts. LANEWISE_FAULTS=abort leaves them
/// out: false.
bool install(Take take, Interrupted interrupted = nullptr) noexcept;

/// Has a thread of this process, which may be gone, call the `interrupted` of `install` soon, by a
/// signal with a mark that no other signal has. False, and nothing is sent, unless the signal comes
/// to our handlers: they were not installed, or the application has put its own in their place.
bool interrupt(pid_t thread) noexcept;

/// Gives the calling thread a stack for handlers, until it ends, unless it has one or there is no
/// memory: where a stack is used up there is no room for them.
void give_handler_stack() noexcept;

} // namespace fault

#endif
