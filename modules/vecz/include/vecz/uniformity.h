// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_UNIFORMITY_H
#define VECZ_UNIFORMITY_H

#include "vecz/call_info.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace vecz {

/// Computes which values of a kernel may differ between the lanes of a group, and at which branches
/// lanes may go different ways. Values that are not reported as varying are certainly uniform:
/// where the analysis cannot tell, a value counts as varying. Arguments are uniform. CallInfo says
/// what a call depends on, its operands included; given the CallInfo of a work-group, the lanes are
/// its work-items. The result holds until the function changes.
///
/// Cost: in proportion to the function's values, and for each divergent branch n log n in the
/// blocks that lanes can come to from there before they meet again, with those of the loops around
/// it if some can leave these or go round.
class Uniformity {
public:
  Uniformity(llvm::Function& function, const CallInfo& calls);

  [[nodiscard]] bool is_varying(const llvm::Value& value) const { return varying.contains(&value); }
  /// Whether all lanes that are in `reader` at the same time see one value. They may not if the
  /// value was computed in a loop that they have left at different times. `loops`: those of the
  /// function.
  [[nodiscard]] bool is_uniform_in(const llvm::Value& value, const llvm::BasicBlock& reader,
                                   const llvm::LoopInfo& loops) const;

  [[nodiscard]] bool is_divergent(const llvm::BasicBlock& block) const {
    return divergent.contains(&block);
  }
  /// Whether lanes leave the loop with this header at different times or by different exits.
  [[nodiscard]] bool is_divergent_loop(const llvm::BasicBlock& header) const {
    return divergent_loops.contains(&header);
  }

private:
  llvm::SmallPtrSet<const llvm::Value*, 32> varying;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> divergent; ///< blocks that end in such a branch
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> divergent_loops; ///< their headers
};

/// Writes the result of the analysis into the IR: varying instructions carry `!vecz.varying`,
/// terminators that lanes leave by different ways `!vecz.divergent`.
///
/// Requires: nothing. Guarantees: no other instruction carries either.
bool annotate_uniformity(llvm::Module& module, const CallInfo& calls);

} // namespace vecz

#endif
