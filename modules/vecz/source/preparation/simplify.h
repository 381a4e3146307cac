// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_SIMPLIFY_H
#define VECZ_PREPARATION_SIMPLIFY_H

#include "remark.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Runs LLVM's own passes, and unroll_private, unroll_lane_reads and hoist_loads between them.
///
/// Guarantees: no switches, no irreducible control flow, loops in loop-simplify and LCSSA form, one
/// return. No barrier is duplicated.
void simplify(llvm::Function& function, Remarks& remarks);

} // namespace vecz

#endif
