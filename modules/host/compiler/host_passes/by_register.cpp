// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/by_register.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>

namespace host {

llvm::Value* by_register(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> operands,
                         RegisterBits bits,
                         llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> make) {
  llvm::Type* type = operands.front()->getType();
  const unsigned element_bits = type->getScalarSizeInBits();
  const unsigned narrowest = bits.narrowest / element_bits, widest = bits.widest / element_bits;
  llvm::SmallVector<llvm::Value*, 2> piece(operands.size());
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector) {
    llvm::Value* zeros = llvm::Constant::getNullValue(llvm::FixedVectorType::get(type, narrowest));
    for (const auto& [part, operand] : llvm::zip_equal(piece, operands)) {
      part = builder.CreateInsertElement(zeros, operand, uint64_t(0));
    }
    return builder.CreateExtractElement(make(piece), uint64_t(0));
  }
  const unsigned count = vector->getNumElements();
  unsigned lanes = widest;
  while (lanes > narrowest && count < lanes) {
    lanes /= 2;
  }
  if (lanes == count) {
    return make(operands);
  }
  llvm::SmallVector<llvm::Value*> results;
  for (unsigned begin = 0; begin < count; begin += lanes) {
    const unsigned there = std::min(lanes, count - begin);
    for (const auto& [part, operand] : llvm::zip_equal(piece, operands)) {
      part = builder.CreateShuffleVector(operand,
                                         llvm::createSequentialMask(begin, there, lanes - there));
    }
    results.push_back(make(piece));
  }
  llvm::Value* all = llvm::concatenateVectors(builder, results);
  const unsigned made = llvm::cast<llvm::FixedVectorType>(all->getType())->getNumElements();
  return made == count ? all
                       : builder.CreateShuffleVector(all, llvm::createSequentialMask(0, count, 0));
}

} // namespace host
