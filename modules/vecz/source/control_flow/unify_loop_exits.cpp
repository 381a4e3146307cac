// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/unify_loop_exits.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

namespace vecz {
namespace {

class LoopExits {
public:
  LoopExits(llvm::Function& subject, llvm::Loop& divergent_loop)
      : function(subject), context(subject.getContext()), loop(divergent_loop),
        header(loop.getHeader()), old_latch(loop.getLoopLatch()) {}

  /// False if the loop has the wanted form already.
  bool run() {
    loop.getExitEdges(edges);
    if (edges.size() == 1 && edges[0].first == old_latch) {
      return false;
    }
    latch = llvm::BasicBlock::Create(context, "vecz.latch", &function, old_latch->getNextNode());
    exit = llvm::BasicBlock::Create(context, "vecz.exit", &function, latch->getNextNode());
    for (const auto& [from, to] : edges) {
      leaves.push_back({make_leave(*from, *to), to});
      targets.insert({to, targets.size()});
    }
    redirect(*old_latch, *header, *latch);
    carry_header_phis();
    llvm::PHINode* stay = make_phi(llvm::Type::getInt1Ty(context), "vecz.stay");
    stay->addIncoming(llvm::ConstantInt::getTrue(context), old_latch);
    for (const Leave& leave : leaves) {
      stay->addIncoming(llvm::ConstantInt::getFalse(context), leave.block);
    }
    for (const auto& target : targets) {
      carry_exit_phis(*target.first);
    }
    llvm::IRBuilder<>(latch).CreateCondBr(stay, header, exit);
    dispatch();
    return true;
  }

private:
  struct Leave {
    llvm::BasicBlock* block;
    llvm::BasicBlock* target;
  };

  static void redirect(llvm::BasicBlock& from, llvm::BasicBlock& to, llvm::BasicBlock& instead) {
    from.getTerminator()->replaceSuccessorWith(&to, &instead);
  }

  llvm::BasicBlock* make_leave(llvm::BasicBlock& from, llvm::BasicBlock& to) {
    auto* block = llvm::BasicBlock::Create(context, "vecz.leave", &function, latch);
    llvm::IRBuilder<>(block).CreateBr(latch);
    redirect(from, to, *block);
    to.replacePhiUsesWith(&from, block);
    return block;
  }

  llvm::PHINode* make_phi(llvm::Type* type, const llvm::Twine& name) {
    llvm::IRBuilder<> builder(latch, latch->begin());
    return builder.CreatePHI(type, leaves.size() + 1, name);
  }

  /// Gives each phi of the header its value in lanes that do another round.
  void carry_header_phis() {
    for (llvm::PHINode& phi : header->phis()) {
      const int index = phi.getBasicBlockIndex(old_latch);
      llvm::Value* value = phi.getIncomingValue(index);
      phi.setIncomingBlock(index, latch);
      if (llvm::isa<llvm::Constant>(value) || value == &phi) {
        continue;
      }
      llvm::PHINode* carried = make_phi(phi.getType(), phi.getName() + ".next");
      carried->addIncoming(value, old_latch);
      for (const Leave& leave : leaves) {
        carried->addIncoming(llvm::PoisonValue::get(phi.getType()), leave.block);
      }
      phi.setIncomingValue(index, carried);
    }
  }

  /// Gives each phi of `target` its value in lanes that leave the loop for it.
  void carry_exit_phis(llvm::BasicBlock& target) {
    for (llvm::PHINode& phi : target.phis()) {
      llvm::PHINode* carried = make_phi(phi.getType(), phi.getName() + ".out");
      llvm::Value* nothing = llvm::PoisonValue::get(phi.getType());
      carried->addIncoming(nothing, old_latch);
      for (const Leave& leave : leaves) {
        const int index = phi.getBasicBlockIndex(leave.block);
        carried->addIncoming(leave.target == &target ? phi.getIncomingValue(index) : nothing,
                             leave.block);
        if (index >= 0) {
          phi.removeIncomingValue(index, false);
        }
      }
      outgoing.push_back({&phi, carried});
    }
  }

  /// Behind the loop each lane goes its way.
  void dispatch() {
    llvm::PHINode* way = nullptr;
    if (targets.size() > 1) {
      way = make_phi(llvm::Type::getInt32Ty(context), "vecz.way");
      way->addIncoming(llvm::PoisonValue::get(way->getType()), old_latch);
      for (const Leave& leave : leaves) {
        way->addIncoming(llvm::ConstantInt::get(way->getType(), targets.lookup(leave.target)),
                         leave.block);
      }
    }
    llvm::BasicBlock* at = exit;
    for (const auto& [target, number] : targets) {
      llvm::IRBuilder<> builder(at);
      llvm::BasicBlock* from = at;
      if (number + 1 == targets.size()) {
        builder.CreateBr(target);
      } else {
        at = llvm::BasicBlock::Create(context, "vecz.exit", &function, at->getNextNode());
        builder.CreateCondBr(builder.CreateICmpEQ(way, builder.getInt32(number)), target, at);
      }
      for (const auto& [phi, carried] : outgoing) {
        if (phi->getParent() == target) {
          phi->addIncoming(carried, from);
        }
      }
    }
  }

  llvm::Function& function;
  llvm::LLVMContext& context;
  llvm::Loop& loop;
  llvm::BasicBlock* header;
  llvm::BasicBlock* old_latch;
  llvm::BasicBlock* latch = nullptr;
  llvm::BasicBlock* exit = nullptr;
  llvm::SmallVector<llvm::Loop::Edge> edges;
  llvm::SmallVector<Leave> leaves;
  llvm::MapVector<llvm::BasicBlock*, unsigned> targets;
  llvm::SmallVector<std::pair<llvm::PHINode*, llvm::PHINode*>> outgoing;
};

} // namespace

bool unify_loop_exits(llvm::Function& function, const CallInfo& calls) {
  const Uniformity uniformity(function, calls);
  llvm::SmallVector<llvm::BasicBlock*> headers;
  {
    llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    const auto outer_first = loops.getLoopsInPreorder();
    for (const llvm::Loop* loop : llvm::reverse(outer_first)) {
      if (uniformity.is_divergent_loop(*loop->getHeader())) {
        headers.push_back(loop->getHeader());
      }
    }
  }
  bool changed = false;
  for (llvm::BasicBlock* header : headers) { // inner loops first; each changes the loops around it
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    changed |= LoopExits(function, *loops.getLoopFor(header)).run();
  }
  return changed;
}

} // namespace vecz
