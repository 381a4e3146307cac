// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/half_truncation.h"

#include "passes/llvm_limits/by_element.h"

#include <llvm/IR/InstIterator.h>

namespace host {
namespace {

bool is_double_to_half(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::FPTruncInst>(instruction) &&
         instruction.getType()->getScalarType()->isHalfTy() &&
         instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy();
}

} // namespace

bool half_truncation(llvm::Module& module) {
  llvm::SmallVector<llvm::Instruction*> truncations;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_double_to_half(instruction)) {
        truncations.push_back(&instruction);
      }
    }
  }
  if (truncations.empty()) {
    return false;
  }
  auto& context = module.getContext();
  const llvm::FunctionCallee convert = module.getOrInsertFunction(
      "_Z16convert_half_rted", llvm::Type::getHalfTy(context), llvm::Type::getDoubleTy(context));
  for (llvm::Instruction* truncation : truncations) {
    compiler::replace_by_element(*truncation,
                                 [&](llvm::IRBuilder<>& builder, const auto& operands) {
                                   return builder.CreateCall(convert, operands);
                                 });
  }
  return true;
}

} // namespace host
