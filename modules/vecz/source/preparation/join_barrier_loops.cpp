// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/join_barrier_loops.h"

#include "control_flow/repair_values.h"
#include "vecz/uniformity.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace vecz {
namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 8>;

/// Where all work-items of a group have to come.
Blocks blocks_with_barriers(llvm::Function& function, const CallInfo& calls) {
  Blocks blocks;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && call->isConvergent() && calls.kind(*call) == CallKind::once) {
      blocks.insert(call->getParent());
    }
  }
  return blocks;
}

/// The value that phis of LCSSA form only hand on.
llvm::Value* strip_lcssa_phis(llvm::Value* value) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  while (phi && phi->getNumIncomingValues() == 1) {
    value = phi->getIncomingValue(0);
    phi = llvm::dyn_cast<llvm::PHINode>(value);
  }
  return value;
}

/// Both loops have their own latch and a block before them.
struct Nest {
  explicit Nest(const llvm::Loop& loop)
      : inner(loop), header(loop.getHeader()), before(loop.getLoopPreheader()),
        latch(loop.getLoopLatch()), outer(*loop.getParentLoop()), outer_header(outer.getHeader()),
        outer_before(outer.getLoopPreheader()), outer_latch(outer.getLoopLatch()) {}

  const llvm::Loop& inner;
  llvm::BasicBlock *header, *before, *latch;
  const llvm::Loop& outer;
  llvm::BasicBlock *outer_header, *outer_before, *outer_latch;
};

class Join {
public:
  explicit Join(const Nest& both) : nest(both) {}

  void run() {
    redirect();
    move_phis_of_outer();
    move_phis_of_inner();
    llvm::IRBuilder<> builder(joined, joined->begin());
    llvm::PHINode* front = phi(builder.getInt1Ty(), "front");
    front->addIncoming(builder.getTrue(), nest.outer_before);
    front->addIncoming(builder.getTrue(), nest.outer_latch);
    front->addIncoming(builder.getFalse(), nest.latch);
    llvm::BranchInst::Create(nest.outer_header, nest.header, front, joined);
  }

private:
  llvm::PHINode* phi(llvm::Type* type, const llvm::Twine& name) {
    return llvm::PHINode::Create(type, 3, name, joined->begin());
  }

  void redirect() {
    joined = llvm::BasicBlock::Create(nest.header->getContext(),
                                      nest.outer_header->getName() + ".joined",
                                      nest.header->getParent(), nest.outer_header);
    nest.outer_before->getTerminator()->replaceSuccessorWith(nest.outer_header, joined);
    nest.outer_latch->getTerminator()->replaceSuccessorWith(nest.outer_header, joined);
    nest.latch->getTerminator()->replaceSuccessorWith(nest.header, joined);
  }

  void move_phis_of_outer() {
    for (llvm::PHINode& old : nest.outer_header->phis()) {
      llvm::PHINode* moved = phi(old.getType(), old.getName() + ".joined");
      moved->addIncoming(old.getIncomingValueForBlock(nest.outer_before), nest.outer_before);
      // Without the LCSSA phis the value is as uniform as in the inner loop.
      moved->addIncoming(strip_lcssa_phis(old.getIncomingValueForBlock(nest.outer_latch)),
                         nest.outer_latch);
      moved->addIncoming(llvm::PoisonValue::get(old.getType()), nest.latch);
      old.removeIncomingValue(nest.outer_latch, false);
      old.setIncomingBlock(0, joined);
      old.setIncomingValue(0, moved);
      moved_phis[&old] = moved;
    }
  }

  /// A value that the path from the outer to the inner loop only passes on, such as a counter of
  /// both loops, becomes one phi, which is as uniform as before.
  void move_phis_of_inner() {
    for (llvm::PHINode& old : llvm::make_early_inc_range(nest.header->phis())) {
      llvm::Value *first = old.getIncomingValueForBlock(nest.before),
                  *next = old.getIncomingValueForBlock(nest.latch);
      if (llvm::PHINode* shared = moved_phis.lookup(first)) {
        shared->setIncomingValueForBlock(nest.latch, next);
        moved_phis.erase(first);
        old.replaceAllUsesWith(shared);
        old.eraseFromParent();
        continue;
      }
      llvm::PHINode* moved = phi(old.getType(), old.getName() + ".joined");
      llvm::Value* none = llvm::PoisonValue::get(old.getType());
      moved->addIncoming(none, nest.outer_before);
      moved->addIncoming(none, nest.outer_latch);
      moved->addIncoming(next, nest.latch);
      old.setIncomingValueForBlock(nest.latch, moved);
      old.replaceIncomingBlockWith(nest.latch, joined);
    }
  }

  const Nest& nest;
  llvm::BasicBlock* joined = nullptr; ///< the header of what both loops become
  llvm::DenseMap<llvm::Value*, llvm::PHINode*> moved_phis;
};

/// The outermost loop in which a barrier is missed.
std::optional<Nest> find_nest(const llvm::LoopInfo& loops, const Uniformity& uniformity,
                              const Blocks& barriers) {
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const bool has_barrier = llvm::any_of(
        barriers, [&](const llvm::BasicBlock* block) { return loop->contains(block); });
    if (has_barrier && loop->getParentLoop() && uniformity.is_divergent_loop(*loop->getHeader())) {
      return Nest(*loop);
    }
  }
  return {};
}

bool join_one(llvm::Function& function, const CallInfo& calls) {
  {
    const Blocks barriers = blocks_with_barriers(function, calls);
    if (barriers.empty()) {
      return false;
    }
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    const bool has_nests = llvm::any_of(
        barriers, [&](const llvm::BasicBlock* block) { return loops.getLoopDepth(block) > 1; });
    if (!has_nests) {
      return false;
    }
    const auto nest = find_nest(loops, Uniformity(function, calls), barriers);
    if (!nest) {
      return false;
    }
    Join(*nest).run();
    // The inner loop uses values from before it, which now have to reach it on each way.
    repair_values(function, loops);
  }
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop* loop : loops) {
    llvm::simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
    llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
  }
  return true;
}

} // namespace

bool join_barrier_loops(llvm::Function& function, const CallInfo& calls) {
  bool changed = false;
  while (join_one(function, calls)) {
    changed = true;
  }
  return changed;
}

} // namespace vecz
