// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ONE_TIME_INITIALIZATION_H
#define ONE_TIME_INITIALIZATION_H

namespace compiler {

/// Gives up the one-time initialisations (of variables in functions, of std::call_once) that the
/// calling thread has begun and not ended: the next thread that needs them begins again. For a job
/// that is left in the middle (job.h); without it, every later job that comes to the place would
/// wait without end.
void abandon_initializations();

} // namespace compiler

#endif
