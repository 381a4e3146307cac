// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/scalarize_masked_stores.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <optional>

namespace compiler {
namespace {

/// As a constant, if its operands are constants, or theirs: where few of LLVM's passes run,
/// comparisons of constants are left, which code generation folds. Otherwise null.
llvm::Constant* folded(llvm::Value* value, const llvm::DataLayout& layout, unsigned depth = 6) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    return constant;
  }
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || llvm::isa<llvm::PHINode>(instruction) || depth == 0) {
    return nullptr;
  }
  llvm::SmallVector<llvm::Constant*> operands;
  for (llvm::Value* operand : instruction->operands()) {
    llvm::Constant* constant = folded(operand, layout, depth - 1);
    if (!constant) {
      return nullptr;
    }
    operands.push_back(constant);
  }
  return llvm::ConstantFoldInstOperands(instruction, operands, layout);
}

/// The only active lane. An element that may be either counts as inactive, as for LLVM.
std::optional<unsigned> only_lane(const llvm::Constant& mask, unsigned lanes) {
  std::optional<unsigned> found;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const llvm::Constant* element = mask.getAggregateElement(lane);
    if (element && (element->isNullValue() || llvm::isa<llvm::UndefValue>(element))) {
      continue;
    }
    if (!element || !element->isOneValue() || found) {
      return std::nullopt;
    }
    found = lane;
  }
  return found;
}

bool make_plain(llvm::IntrinsicInst& call) {
  llvm::Value *stored = call.getArgOperand(0), *address = call.getArgOperand(1);
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(stored->getType());
  const llvm::DataLayout& layout = call.getDataLayout();
  if (!type || !layout.typeSizeEqualsStoreSize(type->getElementType())) {
    return false;
  }
  const llvm::Constant* mask = folded(call.getArgOperand(2), layout);
  const auto lane = mask ? only_lane(*mask, type->getNumElements()) : std::nullopt;
  if (!lane) {
    return false;
  }
  llvm::IRBuilder<> builder(&call);
  const uint64_t offset = *lane * layout.getTypeStoreSize(type->getElementType()).getFixedValue();
  llvm::StoreInst* store = builder.CreateAlignedStore(
      builder.CreateExtractElement(stored, *lane),
      offset ? builder.CreateConstGEP1_64(builder.getInt8Ty(), address, offset) : address,
      llvm::commonAlignment(call.getParamAlign(1).valueOrOne(), offset));
  store->setAAMetadata(
      call.getAAMetadata().adjustForAccess(offset, store->getValueOperand()->getType(), layout));
  call.eraseFromParent();
  return true;
}

} // namespace

bool scalarize_masked_stores(llvm::Module& module) {
  llvm::SmallVector<llvm::IntrinsicInst*> worklist;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_store) {
        worklist.push_back(call);
      }
    }
  }
  bool changed = false;
  for (llvm::IntrinsicInst* call : worklist) {
    changed |= make_plain(*call);
  }
  return changed;
}

} // namespace compiler
