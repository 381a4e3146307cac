// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/permute.h"

#include <llvm/IR/Module.h>

namespace vecz {
namespace {

/// A part of a name, as LLVM's intrinsics have it.
std::string name_of(const llvm::FixedVectorType& type) {
  const llvm::Type& element = *type.getElementType();
  return "v" + std::to_string(type.getNumElements()) + (element.isIntegerTy() ? "i" : "f") +
         std::to_string(element.getPrimitiveSizeInBits().getFixedValue());
}

/// Of several types of 16 bits only one has that name.
bool is_number_of_bytes(const llvm::Type& type) {
  return type.isHalfTy() || type.isFloatTy() || type.isDoubleTy() ||
         (type.isIntegerTy() && type.getIntegerBitWidth() % 8 == 0);
}

} // namespace

llvm::Value* create_permute(llvm::IRBuilderBase& builder, llvm::Value* vector,
                            llvm::Value* indices) {
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  if (!is_number_of_bytes(*type->getElementType()) || llvm::isa<llvm::Constant>(indices)) {
    return permute_by_element(builder, vector, indices);
  }
  auto* numbers = llvm::cast<llvm::FixedVectorType>(indices->getType());
  const std::string name = permute_name.str() + name_of(*type) + "." + name_of(*numbers);
  auto callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name, llvm::FunctionType::get(type, {type, numbers}, /*isVarArg=*/false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return builder.CreateCall(callee, {vector, indices});
}

llvm::Value* permute_by_element(llvm::IRBuilderBase& builder, llvm::Value* vector,
                                llvm::Value* indices) {
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  llvm::Value* result = llvm::PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    llvm::Value* index = builder.CreateExtractElement(indices, lane);
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(vector, index), lane);
  }
  return result;
}

} // namespace vecz
