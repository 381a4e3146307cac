// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/arithmetic/unguard_division.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

namespace cuda {
namespace {

using namespace llvm::PatternMatch;

/// Whether a condition says no more than that x / y is undefined, or that it is in some cases.
bool says_undefined(llvm::Value* condition, const llvm::Value* x, const llvm::Value* y) {
  const auto is = [](const llvm::Value* value, auto&& constant) {
    return m_SpecificICmp(llvm::ICmpInst::ICMP_EQ, m_Specific(value), constant);
  };
  llvm::Value *one = nullptr, *other = nullptr;
  if (match(condition, m_LogicalOr(m_Value(one), m_Value(other)))) {
    return says_undefined(one, x, y) && says_undefined(other, x, y);
  }
  return match(condition, is(y, m_Zero())) ||
         match(condition, m_c_LogicalAnd(is(x, m_SignMask()), is(y, m_AllOnes())));
}

/// The divisor behind guards, which may be several selections.
llvm::Value* without_guards(llvm::Value* divisor, const llvm::Value* x) {
  llvm::Value *condition = nullptr, *guarded = nullptr;
  llvm::Value* bare = divisor;
  while (match(bare, m_Select(m_Value(condition), m_One(), m_Value(guarded)))) {
    bare = guarded;
  }
  for (llvm::Value* each = divisor;
       match(each, m_Select(m_Value(condition), m_One(), m_Value(guarded))); each = guarded) {
    if (!says_undefined(condition, x, bare)) {
      return divisor;
    }
  }
  return bare;
}

} // namespace

bool unguard_division(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (!instruction.isIntDivRem()) {
        continue;
      }
      llvm::Value* guarded = instruction.getOperand(1);
      llvm::Value* bare = without_guards(guarded, instruction.getOperand(0));
      if (bare != guarded) {
        instruction.setOperand(1, bare);
        llvm::RecursivelyDeleteTriviallyDeadInstructions(guarded);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace cuda
