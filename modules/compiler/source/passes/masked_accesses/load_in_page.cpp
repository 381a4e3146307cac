// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked_accesses/load_in_page.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace compiler {
namespace {

/// No system has smaller pages.
constexpr uint64_t page_bytes = 4096;
/// Larger loads are seldom in one page.
constexpr uint64_t max_bytes = 512;
constexpr unsigned min_lanes = 4;

} // namespace

bool load_in_page(const MaskedAccess& access) {
  const llvm::DataLayout& layout = access.call->getDataLayout();
  const uint64_t bytes = layout.getTypeStoreSize(access.type).getFixedValue();
  if (access.stored || !access.becomes_branches() || access.has_addresses() ||
      llvm::isa<llvm::Constant>(access.mask) || access.lanes() < min_lanes || bytes > max_bytes) {
    return false;
  }
  llvm::LLVMContext& context = access.call->getContext();
  llvm::BasicBlock* before = access.call->getParent();
  llvm::BasicBlock* behind = llvm::SplitBlock(before, access.call->getIterator());
  llvm::Function* function = before->getParent();
  auto* active = llvm::BasicBlock::Create(context, "active", function, behind);
  auto* in_page = llvm::BasicBlock::Create(context, "in.page", function, behind);
  auto* across = llvm::BasicBlock::Create(context, "across", function, behind);
  before->getTerminator()->eraseFromParent();

  llvm::IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(access.call->getDebugLoc());
  llvm::Value* mask = builder.CreateFreeze(access.mask);
  builder.CreateCondBr(builder.CreateOrReduce(mask), active, behind);

  builder.SetInsertPoint(active);
  llvm::Type* word = layout.getIntPtrType(access.address->getType());
  llvm::Value* offset =
      builder.CreateAnd(builder.CreatePtrToInt(access.address, word), page_bytes - 1);
  const bool is_aligned = access.first_alignment.value() % llvm::PowerOf2Ceil(bytes) == 0;
  llvm::Value* fits =
      is_aligned ? builder.getTrue()
                 : builder.CreateICmpULE(offset, llvm::ConstantInt::get(word, page_bytes - bytes));
  builder.CreateCondBr(fits, in_page, across, llvm::MDBuilder(context).createLikelyBranchWeights());

  builder.SetInsertPoint(in_page);
  llvm::Value* all = builder.CreateAlignedLoad(access.type, access.address, access.first_alignment);
  llvm::Value* some = builder.CreateSelect(mask, all, access.other);
  builder.CreateBr(behind);

  builder.SetInsertPoint(across);
  builder.CreateBr(behind);
  builder.SetInsertPoint(behind, behind->begin());
  llvm::PHINode* result = builder.CreatePHI(access.type, 3);
  access.call->replaceAllUsesWith(result);
  access.call->moveBefore(across->getTerminator()->getIterator());
  result->addIncoming(access.other, before);
  result->addIncoming(some, in_page);
  result->addIncoming(access.call, across);
  return true;
}

} // namespace compiler
