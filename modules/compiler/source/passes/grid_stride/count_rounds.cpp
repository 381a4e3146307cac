// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/grid_stride/count_rounds.h"

#include <llvm/Analysis/ValueTracking.h>

namespace compiler {
namespace {

bool is_used_outside(const llvm::Instruction& instruction, const llvm::Loop& loop) {
  return llvm::any_of(instruction.users(), [&](const llvm::User* user) {
    return !loop.contains(llvm::cast<llvm::Instruction>(user));
  });
}

/// Whether the header may run once more, with inductions that have grown.
bool may_run_once_more(const llvm::Loop& loop) {
  return llvm::all_of(*loop.getHeader(), [&](const llvm::Instruction& instruction) {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      return is_induction(*phi, loop) ? !is_used_outside(*phi, loop)
                                      : !phi->getType()->isPointerTy();
    }
    return instruction.isTerminator() || (!is_used_outside(instruction, loop) &&
                                          llvm::isSafeToSpeculativelyExecute(&instruction));
  });
}

/// Adds the number of the round to the header of a loop that comes from `before` and back from
/// `latch`. Tests at the end of the header whether a further one begins.
llvm::Value* add_rounds(llvm::BasicBlock& header, llvm::BasicBlock& before, llvm::BasicBlock& latch,
                        uint64_t rounds) {
  llvm::IRBuilder<> builder(&header, header.begin());
  llvm::PHINode* round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
  round->addIncoming(builder.getInt64(0), &before);
  builder.SetInsertPoint(latch.getTerminator());
  round->addIncoming(builder.CreateAdd(round, builder.getInt64(1), "", true, true), &latch);
  builder.SetInsertPoint(header.getTerminator());
  return builder.CreateICmpULT(round, builder.getInt64(rounds));
}

} // namespace

void count_rounds(const StridedLoop& strided, uint64_t rounds) {
  const llvm::Loop& loop = *strided.loop;
  auto* branch = llvm::cast<llvm::BranchInst>(loop.getHeader()->getTerminator());
  llvm::Value* goes_on =
      add_rounds(*loop.getHeader(), *loop.getLoopPredecessor(), *loop.getLoopLatch(), rounds);
  if (inner_successor(loop) == 1) {
    branch->swapSuccessors();
  }
  branch->setCondition(goes_on);
}

bool stay_for_rounds(const StridedLoop& strided, uint64_t rounds) {
  const llvm::Loop& loop = *strided.loop;
  if (!may_run_once_more(loop)) {
    return false;
  }
  llvm::BasicBlock *header = loop.getHeader(), *before = loop.getLoopPredecessor(),
                   *latch = loop.getLoopLatch();
  llvm::Function* kernel = header->getParent();
  llvm::LLVMContext& context = kernel->getContext();
  auto* leaves = llvm::cast<llvm::BranchInst>(header->getTerminator());
  llvm::BasicBlock* body = leaves->getSuccessor(inner_successor(loop));
  llvm::BasicBlock* exit = leaves->getSuccessor(1 - inner_successor(loop));
  auto* guard = llvm::BasicBlock::Create(context, "round.begins", kernel, body);
  auto* end = llvm::BasicBlock::Create(context, "round.ends", kernel, exit);

  // The way through the body ends where the way around it does.
  llvm::IRBuilder<> builder(context);
  for (llvm::PHINode& phi : header->phis()) {
    llvm::Value* next = phi.getIncomingValueForBlock(latch);
    if (is_induction(phi, loop)) {
      builder.SetInsertPoint(end);
      next = builder.CreateAdd(&phi, step_of(phi, loop));
    } else {
      builder.SetInsertPoint(end, end->begin());
      llvm::PHINode* kept = builder.CreatePHI(phi.getType(), 2);
      kept->addIncoming(next, latch);
      kept->addIncoming(&phi, guard);
      next = kept;
    }
    const int number = phi.getBasicBlockIndex(latch);
    phi.setIncomingBlock(number, end);
    phi.setIncomingValue(number, next);
  }
  builder.SetInsertPoint(end);
  builder.CreateBr(header);
  latch->getTerminator()->replaceSuccessorWith(header, end);

  body->replacePhiUsesWith(header, guard);
  builder.SetInsertPoint(guard);
  const bool goes_on_if_true = leaves->getSuccessor(0) == body;
  builder.CreateCondBr(leaves->getCondition(), goes_on_if_true ? body : end,
                       goes_on_if_true ? end : body);
  leaves->setSuccessor(0, guard);
  leaves->setSuccessor(1, exit);
  leaves->setCondition(add_rounds(*header, *before, *end, rounds));
  return true;
}

} // namespace compiler
