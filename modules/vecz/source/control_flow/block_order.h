// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_BLOCK_ORDER_H
#define VECZ_CONTROL_FLOW_BLOCK_ORDER_H

#include <llvm/Analysis/LoopInfo.h>

namespace vecz {

/// The blocks of a function in a topological order (back edges aside) in which those of each loop
/// stand together, a loop's preheader immediately before it. Requires: reducible, loop-simplify
/// form.
[[nodiscard]] llvm::SmallVector<llvm::BasicBlock*> block_order(llvm::Function& function,
                                                               const llvm::LoopInfo& loops);

} // namespace vecz

#endif
