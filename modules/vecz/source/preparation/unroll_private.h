// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_UNROLL_PRIVATE_H
#define VECZ_PREPARATION_UNROLL_PRIVATE_H

#include "remark.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

namespace vecz {

/// Repeats the body of loops of constant length, without the loop, if that leaves private arrays
/// with constant indices only: SROA then makes values of their elements, which need no memory for
/// each lane. Loops with barriers stay. Gives whether anything was done; the caller simplifies.
///
/// Cost: a loop that would have more than 8000 instructions stays, as do those of the arrays with
/// which all together would have more than 20 000, which `remarks` tell. An access of other memory
/// at an address that not only the loop decides counts for 64.
///
/// Requires: loops simplified, rotated, in LCSSA form.
///
///   for (i < 4) w[i] = in[i];   becomes   w[0] = in[0]; w[1] = in[1]; w[2] = in[2]; w[3] = in[3];
bool unroll_private(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                    Remarks& remarks);

} // namespace vecz

#endif
