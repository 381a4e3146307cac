// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/half_truncation.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace host {
namespace {

bool is_double_to_half(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::FPTruncInst>(instruction) &&
         instruction.getType()->getScalarType()->isHalfTy() &&
         instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy();
}

void replace(llvm::Instruction& truncation, llvm::FunctionCallee convert) {
  llvm::IRBuilder<> builder(&truncation);
  llvm::Value* source = truncation.getOperand(0);
  llvm::Value* result = nullptr;
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(source->getType())) {
    result = llvm::PoisonValue::get(truncation.getType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      llvm::Value* element = builder.CreateExtractElement(source, i);
      result = builder.CreateInsertElement(result, builder.CreateCall(convert, {element}), i);
    }
  } else {
    result = builder.CreateCall(convert, {source});
  }
  truncation.replaceAllUsesWith(result);
  truncation.eraseFromParent();
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
    replace(*truncation, convert);
  }
  return true;
}

} // namespace host
