// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/guard_division.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace compiler {
namespace {

bool is_safe_divisor(const llvm::Value* divisor) {
  using namespace llvm::PatternMatch;
  const llvm::APInt* value = nullptr; // of a scalar or a splat
  return match(divisor, m_APInt(value)) && !value->isZero() && !value->isAllOnes();
}

void guard(llvm::BinaryOperator& division) {
  llvm::IRBuilder<> builder(&division);
  llvm::Type* type = division.getType();
  llvm::Value* divisor = builder.CreateFreeze(division.getOperand(1));
  llvm::Value* bad = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  const auto opcode = division.getOpcode();
  if (opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem) {
    llvm::Value* dividend = builder.CreateFreeze(division.getOperand(0));
    const auto least = llvm::APInt::getSignedMinValue(type->getScalarSizeInBits());
    bad = builder.CreateOr(
        bad,
        builder.CreateAnd(builder.CreateICmpEQ(dividend, llvm::ConstantInt::get(type, least)),
                          builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type))));
    division.setOperand(0, dividend);
  }
  division.setOperand(1, builder.CreateSelect(bad, llvm::ConstantInt::get(type, 1), divisor));
}

} // namespace

bool guard_division(llvm::Module& module) {
  llvm::SmallVector<llvm::BinaryOperator*> divisions;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
      if (operation && operation->isIntDivRem() && !is_safe_divisor(operation->getOperand(1))) {
        divisions.push_back(operation);
      }
    }
  }
  for (llvm::BinaryOperator* division : divisions) {
    guard(*division);
  }
  return !divisions.empty();
}

} // namespace compiler
