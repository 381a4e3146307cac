// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_BY_ELEMENT_H
#define PASSES_LLVM_LIMITS_BY_ELEMENT_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace compiler {

/// Replaces an instruction of vectors by one value for each element, or one of scalars by one
/// value. `make(builder, operands)` gives it, for the scalar operands; it may add instructions, but
/// no blocks.
template <typename Make> void replace_by_element(llvm::Instruction& instruction, const Make& make) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::SmallVector<llvm::Value*, 2> operands(instruction.operands());
  llvm::Value* result = nullptr;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType())) {
    result = llvm::PoisonValue::get(instruction.getType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      llvm::SmallVector<llvm::Value*, 2> elements;
      for (llvm::Value* operand : operands) {
        elements.push_back(builder.CreateExtractElement(operand, i));
      }
      result = builder.CreateInsertElement(result, make(builder, elements), i);
    }
  } else {
    result = make(builder, operands);
  }
  instruction.replaceAllUsesWith(result);
  instruction.eraseFromParent();
}

} // namespace compiler

#endif
