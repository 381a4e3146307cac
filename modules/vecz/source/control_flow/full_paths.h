// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_FULL_PATHS_H
#define VECZ_CONTROL_FLOW_FULL_PATHS_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Duplicates the code under a divergent condition, or that of the other side if it is larger: the
/// copy runs when all lanes go this way, and needs no masks. This is done only where all lanes
/// reach the condition, and only for code that accesses memory by elements that the target cannot
/// load and store under a mask, or that stores where such stores are slow, or that accesses global
/// memory where masks cost something, as the function's attributes say (masked_bits,
/// slow_masked_stores and costly_masks in vectorize.h).
///
///   br %c, label %then, label %join
/// becomes
///   %all = (ballot(!%c) == 0)
///   br %all, label %then.all, label %some
///   some: br %c, label %then, label %join
///
/// Requires: prepared (pipeline.h). Guarantees: the same. Returns whether anything changed.
bool add_full_paths(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
