// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/affine.h"

#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/WithCache.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace vecz {
namespace {

std::optional<AffineStep> step_of(const llvm::GetElementPtrInst& address) {
  const llvm::DataLayout& layout = address.getDataLayout();
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> indices;
  llvm::APInt constant(64, 0);
  if (address.getType()->isVectorTy() || layout.getIndexTypeSizeInBits(address.getType()) != 64 ||
      !address.collectOffset(layout, 64, indices, constant)) {
    return std::nullopt;
  }
  AffineStep step{constant.getSExtValue(), {{address.getOperand(0), 1}}};
  for (const auto& [index, scale] : indices) {
    step.parts.push_back({index, scale.getSExtValue()});
  }
  return step;
}

/// The factor of `x * number`.
int64_t factor(const llvm::APInt& number, Extension extension) {
  return extension == Extension::sign || number.getBitWidth() == 64
             ? number.getSExtValue()
             : static_cast<int64_t>(number.getZExtValue());
}

llvm::ConstantRange range_of(const llvm::Value& value, Extension extension,
                             const llvm::DataLayout& layout) {
  return llvm::computeConstantRangeIncludingKnownBits(&value, extension == Extension::sign,
                                                      llvm::SimplifyQuery(layout));
}

bool has_flag(const llvm::OverflowingBinaryOperator& operation, Extension extension) {
  return extension == Extension::sign ? operation.hasNoSignedWrap() : operation.hasNoUnsignedWrap();
}

} // namespace

std::optional<AffineStep> affine_step(const llvm::Value& value, Extension extension) {
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&value)) {
    return step_of(*address);
  }
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (!operation || !value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64) {
    return std::nullopt;
  }
  llvm::Value *left = operation->getOperand(0), *right = operation->getOperand(1);
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(right);
  switch (operation->getOpcode()) {
  case llvm::Instruction::Add:
    return AffineStep{0, {{left, 1}, {right, 1}}};
  case llvm::Instruction::Sub:
    return AffineStep{0, {{left, 1}, {right, -1}}};
  case llvm::Instruction::Or:
    return llvm::cast<llvm::PossiblyDisjointInst>(operation)->isDisjoint()
               ? std::optional(AffineStep{0, {{left, 1}, {right, 1}}, true})
               : std::nullopt;
  case llvm::Instruction::Mul:
    return number ? std::optional(AffineStep{0, {{left, factor(number->getValue(), extension)}}})
                  : std::nullopt;
  case llvm::Instruction::Shl:
    return number && number->getValue().ult(62)
               ? std::optional(AffineStep{0, {{left, int64_t(1) << number->getZExtValue()}}})
               : std::nullopt;
  default:
    return std::nullopt;
  }
}

bool is_exact(const llvm::BinaryOperator& operation, Extension extension) {
  using llvm::Instruction;
  const auto opcode = operation.getOpcode();
  if (const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&operation)) {
    return either->isDisjoint(); // no carry, and not both have the sign
  }
  const bool is_sum = opcode == Instruction::Add || opcode == Instruction::Sub;
  const bool is_shift =
      opcode == Instruction::Shl && llvm::isa<llvm::ConstantInt>(operation.getOperand(1));
  if (!is_sum && !is_shift && opcode != Instruction::Mul) {
    return false;
  }
  if (has_flag(llvm::cast<llvm::OverflowingBinaryOperator>(operation), extension)) {
    return true;
  }
  if (is_shift) {
    return false;
  }
  using Guaranteed = llvm::OverflowingBinaryOperator;
  const llvm::DataLayout& layout = operation.getDataLayout();
  const auto left = range_of(*operation.getOperand(0), extension, layout);
  const auto right = range_of(*operation.getOperand(1), extension, layout);
  return llvm::ConstantRange::makeGuaranteedNoWrapRegion(
             opcode, right,
             extension == Extension::sign ? Guaranteed::NoSignedWrap : Guaranteed::NoUnsignedWrap)
      .contains(left);
}

bool keeps_value(const llvm::TruncInst& cut, Extension extension) {
  const bool is_signed = extension == Extension::sign;
  if (is_signed ? cut.hasNoSignedWrap() : cut.hasNoUnsignedWrap()) {
    return true;
  }
  const unsigned bits = cut.getType()->getScalarSizeInBits();
  const auto range = range_of(*cut.getOperand(0), extension, cut.getDataLayout());
  return is_signed ? range.getMinSignedBits() <= bits : range.getActiveBits() <= bits;
}

LowerBits lower_bits(const llvm::Value& value) {
  using namespace llvm::PatternMatch;
  llvm::Value* whole = nullptr;
  const llvm::APInt *left = nullptr, *right = nullptr;
  const unsigned width = value.getType()->getScalarSizeInBits();
  if (!match(&value, m_Shr(m_Shl(m_Value(whole), m_APInt(left)), m_APInt(right))) ||
      left->uge(width) || left->ult(*right)) {
    return {};
  }
  return {whole, unsigned(width - left->getZExtValue()), unsigned((*left - *right).getZExtValue())};
}

} // namespace vecz
