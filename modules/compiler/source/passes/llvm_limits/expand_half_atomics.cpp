// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/expand_half_atomics.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace compiler {
namespace {

bool is_bound_of_half(const llvm::AtomicRMWInst& update) {
  return update.getType()->isHalfTy() && (update.getOperation() == llvm::AtomicRMWInst::FMin ||
                                          update.getOperation() == llvm::AtomicRMWInst::FMax);
}

void expand(llvm::AtomicRMWInst& update) {
  llvm::BasicBlock* before = update.getParent();
  llvm::BasicBlock* after = before->splitBasicBlock(&update, "atomic.end");
  auto* loop =
      llvm::BasicBlock::Create(update.getContext(), "atomic.try", before->getParent(), after);
  llvm::IRBuilder<> builder(before->getTerminator());
  builder.SetCurrentDebugLocation(update.getDebugLoc());
  llvm::Type *word = builder.getInt16Ty(), *wide = builder.getFloatTy();
  auto* first = builder.CreateAlignedLoad(word, update.getPointerOperand(), update.getAlign());
  first->setAtomic(llvm::AtomicOrdering::Monotonic);
  llvm::Value* operand = builder.CreateFPExt(update.getValOperand(), wide);
  before->getTerminator()->setSuccessor(0, loop);

  builder.SetInsertPoint(loop);
  llvm::PHINode* seen = builder.CreatePHI(word, 2, "seen");
  llvm::Value* value = builder.CreateFPExt(builder.CreateBitCast(seen, update.getType()), wide);
  llvm::Value* bound = builder.CreateBinaryIntrinsic(
      update.getOperation() == llvm::AtomicRMWInst::FMin ? llvm::Intrinsic::minnum
                                                         : llvm::Intrinsic::maxnum,
      value, operand);
  // Exact: it is one of the two.
  llvm::Value* wanted = builder.CreateBitCast(builder.CreateFPTrunc(bound, update.getType()), word);
  auto* exchange = builder.CreateAtomicCmpXchg(
      update.getPointerOperand(), seen, wanted, update.getAlign(), update.getOrdering(),
      llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(update.getOrdering()),
      update.getSyncScopeID());
  exchange->setVolatile(update.isVolatile());
  llvm::Value* found = builder.CreateExtractValue(exchange, 0);
  seen->addIncoming(first, before);
  seen->addIncoming(found, loop);
  builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), after, loop);

  builder.SetInsertPoint(&update);
  update.replaceAllUsesWith(builder.CreateBitCast(found, update.getType()));
  update.eraseFromParent();
}

} // namespace

bool expand_half_atomics(llvm::Module& module) {
  llvm::SmallVector<llvm::AtomicRMWInst*> updates;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
      if (update && is_bound_of_half(*update)) {
        updates.push_back(update);
      }
    }
  }
  for (llvm::AtomicRMWInst* update : updates) {
    expand(*update);
  }
  return !updates.empty();
}

} // namespace compiler
