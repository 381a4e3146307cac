// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/raise_remainders.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace vecz {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned max_depth = 6;

/// The number of bits by which a value is shifted to the left, at most; it is 0 in as many last
/// bits, and what is shifted can be computed without the shift.
unsigned shift_of(const llvm::Value& value, unsigned depth = max_depth) {
  const llvm::APInt* number = nullptr;
  if (match(&value, m_APInt(number))) {
    return number->countr_zero();
  }
  if (match(&value, m_Shl(m_Value(), m_APInt(number)))) {
    return unsigned(number->getLimitedValue(number->getBitWidth() - 1));
  }
  if (match(&value, m_Mul(m_Value(), m_APInt(number)))) {
    return number->countr_zero();
  }
  llvm::Value *left = nullptr, *right = nullptr;
  const bool is_sum = match(&value, m_Add(m_Value(left), m_Value(right))) ||
                      match(&value, m_Sub(m_Value(left), m_Value(right))) ||
                      match(&value, m_DisjointOr(m_Value(left), m_Value(right)));
  return is_sum && depth != 0 ? std::min(shift_of(*left, depth - 1), shift_of(*right, depth - 1))
                              : 0;
}

/// A value that is `value` when it is shifted by `bits` to the left, of which shift_of gives no
/// less. Its first `bits` bits may be anything.
llvm::Value* without_shift(llvm::IRBuilder<>& builder, llvm::Value& value, unsigned bits) {
  const llvm::APInt* number = nullptr;
  llvm::Value *left = nullptr, *right = nullptr;
  if (match(&value, m_APInt(number))) {
    return builder.getInt(number->ashr(bits));
  }
  if (match(&value, m_Shl(m_Value(left), m_APInt(number)))) {
    const llvm::APInt rest = *number - bits;
    return rest.isZero() ? left : builder.CreateShl(left, builder.getInt(rest));
  }
  if (match(&value, m_Mul(m_Value(left), m_APInt(number)))) {
    return builder.CreateMul(left, builder.getInt(number->ashr(bits)));
  }
  const bool is_difference = match(&value, m_Sub(m_Value(left), m_Value(right)));
  if (!is_difference) {
    left = llvm::cast<llvm::BinaryOperator>(value).getOperand(0);
    right = llvm::cast<llvm::BinaryOperator>(value).getOperand(1);
  }
  left = without_shift(builder, *left, bits);
  right = without_shift(builder, *right, bits);
  return is_difference ? builder.CreateSub(left, right) : builder.CreateAdd(left, right);
}

/// The same offset as a remainder that is multiplied; null if it is none.
llvm::Value* as_multiple(llvm::BinaryOperator& offset) {
  llvm::Value *bytes = nullptr, *far = nullptr;
  const llvm::APInt *mask = nullptr, *number = nullptr;
  if (!match(&offset, m_And(m_Value(bytes), m_APInt(mask))) || !mask->isShiftedMask() ||
      (*mask)[0]) {
    return nullptr;
  }
  const unsigned width = mask->getBitWidth();
  const unsigned scale = mask->countr_zero();
  unsigned shift = scale;
  if (match(bytes, m_Shr(m_Value(far), m_APInt(number)))) {
    shift += unsigned(number->getLimitedValue(width));
  } else {
    far = bytes;
  }
  const llvm::APInt bits = mask->lshr(scale);
  // The bits that are asked for are not among those that without_shift leaves open.
  if (shift >= width || shift_of(*far) < shift || bits.getActiveBits() > width - shift) {
    return nullptr;
  }
  llvm::IRBuilder<> builder(&offset);
  llvm::Value* index =
      builder.CreateAnd(without_shift(builder, *far, shift), builder.getInt(bits), "index");
  return builder.CreateShl(index, scale, offset.getName());
}

} // namespace

bool raise_remainders(llvm::Function& function) {
  bool changed = false;
  llvm::SmallDenseMap<llvm::BinaryOperator*, llvm::Value*> known;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (!address) {
      continue;
    }
    for (llvm::Use& index : address->indices()) {
      auto* offset = llvm::dyn_cast<llvm::BinaryOperator>(index);
      if (!offset || !offset->getType()->isIntegerTy()) {
        continue;
      }
      const auto [place, is_new] = known.try_emplace(offset);
      if (is_new) {
        place->second = as_multiple(*offset);
      }
      if (place->second) {
        index.set(place->second);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace vecz
