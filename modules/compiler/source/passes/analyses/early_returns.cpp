// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analyses/early_returns.h"

#include "compiler/mux_builtins.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>

namespace compiler {
namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 8>;

Blocks blocks_with_barriers(llvm::Function& kernel) {
  Blocks blocks;
  for_each_mux_call(kernel, [&](llvm::CallInst& call, MuxBuiltin builtin) {
    if (builtin == MuxBuiltin::work_group_barrier) {
      blocks.insert(call.getParent());
    }
  });
  return blocks;
}

/// Whether some way from the end of `block` comes to a barrier before all its ways meet at `join`.
bool passes_a_barrier(const llvm::BasicBlock& block, const llvm::BasicBlock* join,
                      const Blocks& barriers) {
  Blocks seen;
  llvm::SmallVector<const llvm::BasicBlock*> work(llvm::successors(&block));
  while (!work.empty()) {
    const llvm::BasicBlock* next = work.pop_back_val();
    if (next == join || !seen.insert(next).second) {
      continue;
    }
    if (barriers.contains(next)) {
      return true;
    }
    work.append(llvm::succ_begin(next), llvm::succ_end(next));
  }
  return false;
}

} // namespace

bool may_return_before_a_barrier(llvm::Function& kernel, const vecz::Uniformity& uniformity) {
  const Blocks barriers = blocks_with_barriers(kernel);
  if (barriers.empty()) {
    return false;
  }
  const llvm::PostDominatorTree post_dominators(kernel);
  return llvm::any_of(kernel, [&](const llvm::BasicBlock& block) {
    if (!uniformity.is_divergent(block)) {
      return false;
    }
    const auto* node = post_dominators.getNode(&block);
    const llvm::BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    return passes_a_barrier(block, join, barriers);
  });
}

} // namespace compiler
