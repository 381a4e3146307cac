// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_UNROLL_PRIVATE_H
#define VECZ_PREPARATION_UNROLL_PRIVATE_H

#include "remark.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

namespace vecz {

/// Fully unrolls loops of constant length if that leaves private arrays, alone or in structures,
/// with constant indices only, or with some that choose among few elements (select_elements.h):
/// SROA then turns their elements into values, which need no memory for each lane. An index that is
/// read from a constant, at a constant place, is a constant. Copies of constant length count as
/// accesses, and an address may itself be what a loop counts up. Likewise loops of moderate size
/// that write nothing and whose counters choose among constants, as the weights of a filter are.
/// Loops with barriers stay. Returns whether anything was done; the caller simplifies.
///
/// Cost: a loop that would have more than 8000 instructions stays. So do the loops of an array for
/// which all unrolled code would have more than 20 000; `remarks` say so. An access to other memory
/// counts for 64 instructions if the loop alone does not decide its address.
///
/// Requires: loops simplified, rotated, in LCSSA form.
///
///   for (i < 4) w[i] = in[i];   becomes   w[0] = in[0]; w[1] = in[1]; w[2] = in[2]; w[3] = in[3];
bool unroll_private(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                    Remarks& remarks);

} // namespace vecz

#endif
