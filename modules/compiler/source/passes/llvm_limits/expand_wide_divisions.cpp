// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/expand_wide_divisions.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Transforms/Utils/IntegerDivision.h>

namespace compiler {
namespace {

constexpr unsigned widest = 64;

bool is_wide_division(const llvm::Instruction& instruction) {
  return instruction.isIntDivRem() && instruction.getType()->isIntegerTy() &&
         instruction.getType()->getIntegerBitWidth() > widest;
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
  for (llvm::BinaryOperator* division : found) {
    const auto opcode = division->getOpcode();
    const bool is_quotient = opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::SDiv;
    is_quotient ? llvm::expandDivision(division) : llvm::expandRemainder(division);
  }
  return !found.empty();
}

} // namespace compiler
