// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/lane_0_zeros.h"

#include "mask_calls.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Support/MathExtras.h>

namespace vecz {
namespace {

constexpr unsigned all = 64; ///< of a value that is 0, or that nothing is known of yet

/// A right shift of an integer, or an `and`, by a constant: what the analysis is for.
bool takes_bits(const llvm::Instruction& instruction) {
  return (instruction.isShift() || instruction.getOpcode() == llvm::Instruction::And) &&
         instruction.getOpcode() != llvm::Instruction::Shl &&
         llvm::isa<llvm::ConstantInt>(instruction.getOperand(1));
}

} // namespace

Lane0Zeros::Lane0Zeros(llvm::Function& function, const CallInfo& call_info,
                       const Uniformity& analysis, unsigned number)
    : calls(call_info), uniformity(analysis), layout(function.getDataLayout()), lanes(number) {
  if (lanes == 0) {
    return;
  }
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  llvm::SmallVector<const llvm::Instruction*> integers;
  bool any = false;
  for (const llvm::BasicBlock* block : order) {
    for (const llvm::Instruction& instruction : *block) {
      if (instruction.getType()->isIntegerTy() && uniformity.is_varying(instruction)) {
        integers.push_back(&instruction);
        any |= takes_bits(instruction);
      }
    }
  }
  if (!any) {
    return;
  }
  for (const llvm::Instruction* instruction : integers) {
    zeros[instruction] = all;
  }
  for (bool changed = true; changed;) { // only ever down
    changed = false;
    for (const llvm::Instruction* instruction : integers) {
      unsigned& known = zeros[instruction];
      const unsigned now = std::min(known, evaluate(*instruction));
      changed |= now != known;
      known = now;
    }
  }
}

unsigned Lane0Zeros::of(const llvm::Value& value) const {
  if (const auto found = zeros.find(&value); found != zeros.end()) {
    return found->second;
  }
  if (zeros.empty() || !value.getType()->isIntegerTy() || uniformity.is_varying(value)) {
    return 0;
  }
  const llvm::KnownBits bits = llvm::computeKnownBits(&value, layout);
  return bits.isZero() ? all : bits.countMinTrailingZeros();
}

unsigned Lane0Zeros::evaluate(const llvm::Instruction& instruction) const {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (is_mask_call(*call, truncated_id_name)) {
      return of(*call->getArgOperand(0));
    }
    const bool begins = calls.kind(*call) == CallKind::lane_id && calls.is_local_id(*call) &&
                        llvm::isa<llvm::ConstantInt>(call->getArgOperand(0));
    return begins ? llvm::Log2_32(lanes) : 0;
  }
  const auto least = [&](llvm::ArrayRef<const llvm::Value*> values) {
    unsigned result = all;
    for (const llvm::Value* value : values) {
      result = std::min(result, of(*value));
    }
    return result;
  };
  const auto operand = [&](unsigned i) { return of(*instruction.getOperand(i)); };
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
    return std::min(operand(0), operand(1));
  case llvm::Instruction::And:
    return std::max(operand(0), operand(1));
  case llvm::Instruction::Mul:
    return std::min(operand(0) + operand(1), all);
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::SExt:
  case llvm::Instruction::Freeze:
    return operand(0);
  case llvm::Instruction::Select:
    return std::min(operand(1), operand(2));
  case llvm::Instruction::PHI:
    return least(llvm::SmallVector<const llvm::Value*>(
        llvm::cast<llvm::PHINode>(instruction).incoming_values()));
  case llvm::Instruction::Shl:
  case llvm::Instruction::LShr:
  case llvm::Instruction::AShr: {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    if (!number || number->getValue().uge(all)) {
      return 0;
    }
    const auto by = unsigned(number->getZExtValue());
    const unsigned before = operand(0);
    return before == all                                       ? all
           : instruction.getOpcode() == llvm::Instruction::Shl ? std::min(before + by, all)
                                                               : before - std::min(before, by);
  }
  default:
    return 0;
  }
}

} // namespace vecz
