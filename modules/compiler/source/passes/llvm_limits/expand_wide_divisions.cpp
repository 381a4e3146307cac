// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/expand_wide_divisions.h"

#include "passes/llvm_limits/by_element.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Transforms/Utils/IntegerDivision.h>

namespace compiler {
namespace {

constexpr unsigned widest = 64;

bool is_wide_division(const llvm::Instruction& instruction) {
  return instruction.isIntDivRem() &&
         instruction.getType()->getScalarType()->getIntegerBitWidth() > widest;
}

/// Divides the elements of a vector one by one.
void split(llvm::BinaryOperator& division, llvm::SmallVectorImpl<llvm::BinaryOperator*>& scalars) {
  replace_by_element(division, [&](llvm::IRBuilder<>& builder, const auto& operands) {
    auto* scalar = llvm::BinaryOperator::Create(division.getOpcode(), operands[0], operands[1]);
    scalars.push_back(scalar);
    return builder.Insert(scalar);
  });
}

} // namespace

bool expand_wide_divisions(llvm::Module& module) {
  llvm::SmallVector<llvm::BinaryOperator*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_wide_division(instruction)) {
        found.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
      }
    }
  }
  llvm::SmallVector<llvm::BinaryOperator*> scalars;
  for (llvm::BinaryOperator* division : found) {
    division->getType()->isVectorTy() ? split(*division, scalars) : scalars.push_back(division);
  }
  for (llvm::BinaryOperator* division : scalars) {
    const auto opcode = division->getOpcode();
    const bool is_quotient = opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::SDiv;
    is_quotient ? llvm::expandDivision(division) : llvm::expandRemainder(division);
  }
  return !found.empty();
}

} // namespace compiler
