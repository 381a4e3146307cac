// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_FULL_PATHS_H
#define VECZ_CONTROL_FLOW_FULL_PATHS_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Gives what is done under a condition in which lanes differ a second copy, taken when it holds
/// for all of them: nothing in that one needs a mask. Only for what all lanes come to, and only if
/// it accesses memory by elements that the target cannot load and store under a mask but lane by
/// lane, as the function's attribute says (masked_bits in vectorize.h).
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
