// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/canonicalize_ids.h"

#include "vecz/vectorize.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace vecz {

void split_dimensions(llvm::Function& function, const CallInfo& calls) {
  llvm::SmallVector<llvm::CallBase*> ids;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && calls.kind(*call) == CallKind::lane_id) {
      ids.push_back(call);
    }
  }
  for (llvm::CallBase* id : ids) {
    llvm::Value* dimension = id->getArgOperand(0);
    const auto ask = [&](unsigned number) {
      auto* copy = llvm::cast<llvm::CallBase>(id->clone());
      copy->setArgOperand(0, llvm::ConstantInt::get(dimension->getType(), number));
      copy->insertBefore(id->getIterator());
      return copy;
    };
    llvm::Value* result = ask(0);
    if (!llvm::isa<llvm::Constant>(dimension)) {
      llvm::IRBuilder<> builder(id);
      for (const unsigned number : {1U, 2U}) {
        llvm::Value* other = ask(number);
        llvm::Value* chosen =
            builder.CreateICmpEQ(dimension, llvm::ConstantInt::get(dimension->getType(), number));
        result = builder.CreateSelect(chosen, other, result);
      }
    }
    id->replaceAllUsesWith(result);
    id->eraseFromParent();
  }
}

void bound_ids(llvm::Function& function, const CallInfo& calls, IdRange range) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || !call->getType()->isIntegerTy(64)) {
      continue;
    }
    const bool is_local = calls.is_local_id(*call), is_global = calls.is_global_id(*call);
    if (is_local || is_global) {
      call->addRetAttr(llvm::Attribute::NoUndef);
    }
    if (!call->getRange() && (is_local || (range == IdRange::fits_int && is_global))) {
      call->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(64, 0), llvm::APInt(64, int_id_limit)));
    }
  }
}

} // namespace vecz
