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

/// Which values of a kernel may differ between the lanes of a group, and which branches may send
/// lanes different ways. Everything not named varying is uniform for certain: what cannot be seen
/// through counts as varying. Arguments are uniform. What a call depends on, its operands included,
/// CallInfo says; with one for the work-items of a work-group these are the lanes. The result holds
/// until the function changes.
class Uniformity {
public:
  Uniformity(llvm::Function& function, const CallInfo& calls);

  [[nodiscard]] bool is_varying(const llvm::Value& value) const { return varying.contains(&value); }
  /// Whether all lanes that are in `reader` together see one value: also if it was computed in a
  /// loop before, which they may have left at different times. `loops`: those of the function.
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
