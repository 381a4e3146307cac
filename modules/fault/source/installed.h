// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State shared by the handlers and contained calls.
#ifndef FAULT_INSTALLED_H
#define FAULT_INSTALLED_H

#include <csignal>
#include <ucontext.h>

namespace fault {

/// Whether the handlers are installed; the first call in a process installs them.
bool are_installed() noexcept;

/// In a handler: if the thread is in a contained call, and the fault is one that ends it, lets the
/// thread go on behind it.
bool leave_contained(int signal, const siginfo_t& info, ucontext_t& thread);

} // namespace fault

#endif
