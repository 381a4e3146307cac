// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FAULT_SIGNALS_H
#define FAULT_SIGNALS_H

#include <array>
#include <csignal>

namespace fault {

/// The signals of faults.
inline constexpr std::array signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

} // namespace fault

#endif
