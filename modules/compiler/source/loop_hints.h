// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LOOP_HINTS_H
#define LOOP_HINTS_H

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace compiler {

/// Marks a loop over the groups of a launch or over rows of work-items. LLVM must not unswitch it:
/// conditions inside do not change during a launch, and copies of everything inside are not worth
/// it.
inline constexpr llvm::StringLiteral outer_loop_hint = "lanewise.loop.outer";

/// Marks a loop over the work-items of a row, or over vectors of them.
inline constexpr llvm::StringLiteral items_hint = "lanewise.loop.items";

inline llvm::MDNode* loop_hint(llvm::LLVMContext& context, llvm::StringRef name) {
  return llvm::MDNode::get(context, {llvm::MDString::get(context, name)});
}

/// Replaces the hints of the loop with this latch.
inline void set_loop_hints(llvm::BranchInst* latch, llvm::ArrayRef<llvm::Metadata*> hints) {
  llvm::SmallVector<llvm::Metadata*, 4> operands = {nullptr};
  operands.append(hints.begin(), hints.end());
  llvm::MDNode* loop = llvm::MDNode::getDistinct(latch->getContext(), operands);
  loop->replaceOperandWith(0, loop);
  latch->setMetadata(llvm::LLVMContext::MD_loop, loop);
}

/// Copies of the whole loop would make code larger and nothing faster.
inline void mark_outer_loop(llvm::BranchInst* latch) {
  llvm::LLVMContext& context = latch->getContext();
  set_loop_hints(
      latch, {loop_hint(context, "llvm.loop.unroll.disable"), loop_hint(context, outer_loop_hint)});
}

inline bool is_outer_loop(const llvm::Loop& loop) {
  return llvm::findOptionMDForLoop(&loop, outer_loop_hint) != nullptr;
}

/// Whether work-group functions have made a loop: it counts work-items of a group, or rows of them.
inline bool is_loop_of_work_items(const llvm::Loop& loop) {
  return is_outer_loop(loop) || llvm::findOptionMDForLoop(&loop, items_hint) != nullptr;
}

/// Edges back to where a loop begins: one for each loop with one latch. Found without the analyses
/// that a Loop needs.
inline size_t count_back_edges(const llvm::Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
  llvm::FindFunctionBackedges(function, edges);
  return edges.size();
}

inline bool has_loops(const llvm::Function& function) { return count_back_edges(function) != 0; }

} // namespace compiler

#endif
