// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef JOB_H
#define JOB_H

#include "compiler_interface/abi.h"

namespace compiler {

/// Runs a request (compiler::write) on a thread with a stack that Clang's recursion needs, waits,
/// and hands the response to `sink`. A fatal error inside LLVM, or memory that runs out, ends the
/// job, not the process: the job's memory is abandoned and the message becomes the response's log.
/// Without memory for even that, the answer is empty. A job that takes more processor time than
/// LANEWISE_BUILD_SECONDS is abandoned: its thread goes on alone, and the program is built once
/// more without optimisation. The calling thread calls nothing of LLVM's. Thread safe.
void run_job(const uint8_t* request, size_t size, lanewise_compiler_sink sink, void* user);

/// Ends the job that the calling thread runs, as said above, and does not return; returns if it
/// runs none.
void leave_job_without_memory();

} // namespace compiler

#endif
