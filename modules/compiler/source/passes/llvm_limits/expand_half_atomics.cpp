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
  llvm::Type* word = builder.getInt16Ty();
  auto* first = builder.CreateAlignedLoad(word, update.getPointerOperand(), update.getAlign());
  first->setAtomic(llvm::AtomicOrdering::Monotonic);
  llvm::Value* operand = update.getValOperand();
  llvm::Value* is_nan = builder.CreateFCmpUNO(operand, operand);
  before->getTerminator()->setSuccessor(0, loop);

  builder.SetInsertPoint(loop);
  llvm::PHINode* seen = builder.CreatePHI(word, 2, "seen");
  llvm::Value* value = builder.CreateBitCast(seen, update.getType());
  // Minimum and maximum of a number and a NaN are the number. An intrinsic for them would become a
  // call of the library.
  llvm::Value* stays =
      builder.CreateOr(is_nan, builder.CreateFCmp(update.getOperation() == llvm::AtomicRMWInst::FMin
                                                      ? llvm::CmpInst::FCMP_OLT
                                                      : llvm::CmpInst::FCMP_OGT,
                                                  value, operand));
  llvm::Value* wanted = builder.CreateSelect(stays, seen, builder.CreateBitCast(operand, word));
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
