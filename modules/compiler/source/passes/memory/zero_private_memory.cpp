// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/memory/zero_private_memory.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace compiler {
namespace {

bool holds_handles(llvm::Type* type) {
  if (llvm::isa<llvm::TargetExtType>(type)) {
    return true;
  }
  return llvm::any_of(type->subtypes(), holds_handles);
}

/// Where the variable's contents are lost: its markers, or else the variable itself.
llvm::SmallVector<llvm::Instruction*> lifetime_starts(llvm::AllocaInst& variable) {
  llvm::SmallVector<llvm::Instruction*> begins;
  for (llvm::User* user : variable.users()) {
    auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (marker && marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start) {
      begins.push_back(marker);
    }
  }
  if (begins.empty()) {
    begins.push_back(&variable);
  }
  return begins;
}

void zero(llvm::AllocaInst& variable, llvm::Instruction& begin) {
  llvm::BasicBlock::iterator place = std::next(begin.getIterator());
  while (llvm::isa<llvm::AllocaInst>(*place)) { // which stay together
    ++place;
  }
  llvm::IRBuilder<> builder(begin.getParent(), place);
  builder.SetCurrentDebugLocation(begin.getDebugLoc());
  const llvm::DataLayout& layout = variable.getDataLayout();
  llvm::Type* type = variable.getAllocatedType();
  const llvm::TypeSize bytes = layout.getTypeAllocSize(type);
  // A word or a vector is a store, which comes to a register, unless it has padding.
  if (type->isSingleValueType() && layout.getTypeStoreSize(type) == bytes &&
      !variable.isArrayAllocation()) {
    builder.CreateAlignedStore(llvm::Constant::getNullValue(type), &variable, variable.getAlign());
    return;
  }
  llvm::Value* all =
      builder.CreateMul(builder.CreateZExtOrTrunc(variable.getArraySize(), builder.getInt64Ty()),
                        builder.getInt64(bytes));
  builder.CreateMemSet(&variable, builder.getInt8(0), all, variable.getAlign());
}

bool zero_variables(llvm::Function& function) {
  llvm::SmallVector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable && !holds_handles(variable->getAllocatedType())) {
      variables.push_back(variable);
    }
  }
  for (llvm::AllocaInst* variable : variables) {
    for (llvm::Instruction* begin : lifetime_starts(*variable)) {
      zero(*variable, *begin);
    }
  }
  return !variables.empty();
}

/// Poison stays: vectors are built from it element by element; elsewhere it is a mistake.
bool zero_undefined_values(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::Use& operand : instruction.operands()) {
      auto* undefined = llvm::dyn_cast<llvm::UndefValue>(operand);
      if (undefined && !llvm::isa<llvm::PoisonValue>(undefined) &&
          !holds_handles(undefined->getType())) {
        operand.set(llvm::Constant::getNullValue(undefined->getType()));
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace

bool zero_private_memory(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= zero_undefined_values(function);
    changed |= zero_variables(function);
  }
  return changed;
}

} // namespace compiler
