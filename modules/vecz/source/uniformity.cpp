// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/uniformity.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace vecz {
namespace {

/// Propagates from what varies by itself to all that depends on it, by data or by control.
class Propagation {
public:
  Propagation(llvm::Function& subject, const CallInfo& call_info,
              llvm::SmallPtrSetImpl<const llvm::Value*>& varying_values,
              llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& divergent_blocks)
      : function(subject), calls(call_info), varying(varying_values), divergent(divergent_blocks),
        dominators(function), post_dominators(function), loops(dominators) {}

  void run() {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (varies_by_itself(instruction)) {
        add(instruction);
      }
    }
    while (!work.empty()) {
      spread(*work.pop_back_val());
    }
  }

private:
  void add(const llvm::Instruction& instruction) {
    if (varying.insert(&instruction).second) {
      work.push_back(&instruction);
    }
  }

  [[nodiscard]] bool varies_by_itself(const llvm::Instruction& instruction) const {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const CallKind kind = calls.kind(*call);
      return kind == CallKind::lane_id || kind == CallKind::unknown;
    }
    // Each lane has its own private memory, so what is loaded from it is its own, too. A load from
    // shared memory at one address gives one value unless another lane writes in between, which
    // would be a race.
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      return load->getPointerAddressSpace() == 0 || load->isVolatile() || load->isAtomic();
    }
    return llvm::isa<llvm::AllocaInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
  }

  void spread(const llvm::Instruction& source) {
    for (const llvm::User* user : source.users()) {
      const auto& instruction = *llvm::cast<llvm::Instruction>(user);
      if (instruction.isTerminator()) {
        diverge(*instruction.getParent());
      } else if (!is_uniform_whatever(instruction)) {
        add(instruction);
      }
    }
  }

  [[nodiscard]] bool is_uniform_whatever(const llvm::Instruction& instruction) const {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && calls.kind(*call) == CallKind::group_uniform;
  }

  /// Lanes leave `block` by different ways and meet again at its post-dominator: until there, and
  /// there, a phi tells which way a lane came.
  void diverge(const llvm::BasicBlock& block) {
    if (block.getTerminator()->getNumSuccessors() < 2 || !divergent.insert(&block).second) {
      return;
    }
    const auto* node = post_dominators.getNode(&block);
    const llvm::BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::BasicBlock*> reach(llvm::successors(&block));
    while (!reach.empty()) {
      const llvm::BasicBlock* next = reach.pop_back_val();
      if (!seen.insert(next).second) {
        continue;
      }
      const llvm::Loop* around = loop_begun(*next, block);
      if (around && around->getLoopLatch()) {
        continue; // lanes that go round again have met at the latch
      }
      for (const llvm::PHINode& phi : next->phis()) {
        if (!phi.hasConstantOrUndefValue()) {
          add(phi);
        }
      }
      if (next != join && !around) {
        reach.append(llvm::succ_begin(next), llvm::succ_end(next));
      }
    }
    for (const llvm::Loop* loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop()) {
      if (!join || !loop->contains(join)) {
        leave_at_different_times(*loop);
      }
    }
  }

  /// The loop around `block` whose header `next` is, if it is one.
  [[nodiscard]] const llvm::Loop* loop_begun(const llvm::BasicBlock& next,
                                             const llvm::BasicBlock& block) const {
    const llvm::Loop* loop = loops.getLoopFor(&next);
    return loop && loop->getHeader() == &next && loop->contains(&block) ? loop : nullptr;
  }

  /// Lanes leave the loop in different iterations: what it computed is seen at different times.
  void leave_at_different_times(const llvm::Loop& loop) {
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        for (const llvm::User* user : instruction.users()) {
          const auto& outside = *llvm::cast<llvm::Instruction>(user);
          if (loop.contains(&outside)) {
            continue;
          }
          if (outside.isTerminator()) {
            diverge(*outside.getParent());
          } else {
            add(outside);
          }
        }
      }
    }
  }

  llvm::Function& function;
  const CallInfo& calls;
  llvm::SmallPtrSetImpl<const llvm::Value*>& varying;
  llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& divergent;
  llvm::DominatorTree dominators;
  llvm::PostDominatorTree post_dominators;
  llvm::LoopInfo loops;
  llvm::SmallVector<const llvm::Instruction*> work;
};

} // namespace

Uniformity::Uniformity(llvm::Function& function, const CallInfo& calls) {
  Propagation(function, calls, varying, divergent).run();
}

} // namespace vecz
