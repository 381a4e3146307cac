// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/integer_widths/narrow_comparisons.h"

#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/WithCache.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace vecz {
namespace {

/// Whether a 64-bit number is one of 31 bits.
bool is_narrow(const llvm::Value& value, const llvm::DataLayout& layout) {
  return llvm::computeConstantRangeIncludingKnownBits(&value, false, llvm::SimplifyQuery(layout))
             .getActiveBits() < 32;
}

} // namespace

bool narrow_comparisons(llvm::Function& function, const CallInfo& calls) {
  const Uniformity uniformity(function, calls);
  const llvm::DataLayout& layout = function.getDataLayout();
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    if (!comparison || !uniformity.is_varying(*comparison) ||
        !comparison->getOperand(0)->getType()->isIntegerTy(64) ||
        !is_narrow(*comparison->getOperand(0), layout) ||
        !is_narrow(*comparison->getOperand(1), layout)) {
      continue;
    }
    llvm::IRBuilder<> builder(comparison);
    for (llvm::Use& operand : comparison->operands()) {
      operand = builder.CreateTrunc(operand, builder.getInt32Ty(), "low", true, true);
    }
    changed = true;
  }
  return changed;
}

} // namespace vecz
