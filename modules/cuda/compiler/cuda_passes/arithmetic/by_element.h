// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_BY_ELEMENT_H
#define CUDA_PASSES_ARITHMETIC_BY_ELEMENT_H

#include <llvm/IR/IRBuilder.h>

namespace cuda {

/// Calls make(operands) for scalars, all of one type; for vectors, calls it for each element in
/// turn and returns the results as a vector. There is at least one operand.
template <typename Make>
llvm::Value* by_element(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> operands,
                        Make&& make) {
  llvm::Type* type = operands.front()->getType();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector) {
    return make(operands);
  }
  llvm::Value* result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    llvm::SmallVector<llvm::Value*, 2> elements;
    for (llvm::Value* operand : operands) {
      elements.push_back(builder.CreateExtractElement(operand, i));
    }
    llvm::Value* element = make(llvm::ArrayRef<llvm::Value*>(elements));
    result = builder.CreateInsertElement(result, element, i);
  }
  return result;
}

} // namespace cuda

#endif
