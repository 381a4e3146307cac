// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CODE_GENERATION_BLOCK_SCHEDULER_H
#define CODE_GENERATION_BLOCK_SCHEDULER_H

namespace host {

/// Makes instruction selection order the instructions of large blocks by LLVM's fast scheduler
/// where code is generated without optimisation. The usual one compares each instruction with up
/// to a thousand that are ready, and blocks of unoptimised wide vectors have so many. Smaller
/// blocks, those in which the fast one would wait for itself, and optimised code, are ordered as
/// ever. For all code generators of the process; to be called once, before the first.
void limit_block_scheduling();

} // namespace host

#endif
