// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef JOB_H
#define JOB_H

#include "compiler/request.h"

namespace compiler {

/// Runs `request` on a thread with a stack that Clang's recursion needs, and waits. A fatal error
/// inside LLVM ends the job, not the process: its memory is abandoned and the message becomes the
/// response's log. Thread safe.
[[nodiscard]] Response run_job(const Request& request);

} // namespace compiler

#endif
