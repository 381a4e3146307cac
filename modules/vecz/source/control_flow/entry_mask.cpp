// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/entry_mask.h"

#include "mask_calls.h"
#include "vecz/vectorize.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

namespace vecz {

void add_entry_mask(llvm::Function& function) {
  const auto last = llvm::find_if(function, [](const llvm::BasicBlock& block) {
    return llvm::isa<llvm::ReturnInst>(block.getTerminator());
  });
  if (last == function.end()) {
    return; // never comes to its end, and so may do anything
  }
  llvm::BasicBlock* end = last->splitBasicBlock(last->getTerminator()->getIterator(), "end");
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::BasicBlock* body =
      entry.splitBasicBlock(entry.getFirstNonPHIOrDbgOrAlloca(), "body"); // allocas stay static
  entry.getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(&entry);
  llvm::Value* lane =
      create_lane_call(builder, lane_name, builder.getInt64Ty(), builder.getInt32(0));
  llvm::Module& module = *function.getParent();
  auto count = module.getOrInsertFunction(lanes_name, builder.getInt32Ty());
  llvm::cast<llvm::Function>(count.getCallee())->setDoesNotAccessMemory();
  llvm::Value* active = builder.CreateICmpULT(builder.CreateTrunc(lane, builder.getInt32Ty()),
                                              builder.CreateCall(count, {}, "lanes"), "active");
  builder.CreateCondBr(active, body, end);
}

bool is_entry_mask(const llvm::Value& value) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&value);
  const auto* lane =
      comparison ? llvm::dyn_cast<llvm::TruncInst>(comparison->getOperand(0)) : nullptr;
  return lane && is_mask_call(*lane->getOperand(0), lane_name);
}

} // namespace vecz
