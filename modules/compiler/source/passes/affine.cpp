// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/affine.h"

#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace compiler {
namespace {

class Parts {
public:
  Parts(Wrapping wrapping, Affine& result) : may_wrap(wrapping == Wrapping::ignored), sum(result) {}

  void add_address(llvm::Value& pointer) {
    auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> indices;
    llvm::APInt constant(64, 0);
    if (!address || !address->collectOffset(address->getDataLayout(), 64, indices, constant)) {
      sum.base = &pointer;
      return;
    }
    sum.constant += constant.getSExtValue();
    for (const auto& [index, scale] : indices) {
      add(*index, scale.getSExtValue(), true);
    }
    add_address(*address->getPointerOperand());
  }

  /// `factor` times `value`, extended if it has fewer than 64 bits, with its sign or without.
  void add(llvm::Value& value, int64_t factor, bool with_sign) {
    using namespace llvm::PatternMatch;
    llvm::Value *a = nullptr, *b = nullptr;
    const llvm::APInt* number = nullptr;
    if (match(&value, m_APInt(number)) && number->getBitWidth() <= 64) {
      sum.constant +=
          factor * (with_sign ? number->getSExtValue() : int64_t(number->getZExtValue()));
    } else if (match(&value, m_SExt(m_Value(a))) && (with_sign || may_wrap)) {
      add(*a, factor, true);
    } else if (match(&value, m_ZExt(m_Value(a)))) {
      add(*a, factor, llvm::cast<llvm::PossiblyNonNegInst>(value).hasNonNeg());
    } else if (match(&value, m_Trunc(m_Value(a))) &&
               (may_wrap || (dimension_of(*a, MuxBuiltin::get_local_id) &&
                             value.getType()->getIntegerBitWidth() >= 16))) {
      add(*a, factor, true);
    } else if (match(&value, m_AddLike(m_Value(a), m_Value(b))) && is_exact(value, with_sign)) {
      add(*a, factor, with_sign);
      add(*b, factor, with_sign);
    } else if (match(&value, m_Sub(m_Value(a), m_Value(b))) && is_exact(value, with_sign)) {
      add(*a, factor, with_sign);
      add(*b, -factor, with_sign);
    } else if (match(&value, m_Mul(m_Value(a), m_APInt(number))) && number->isSignedIntN(31) &&
               !number->isNegative() && is_exact(value, with_sign)) {
      add(*a, factor * number->getSExtValue(), with_sign);
    } else if (match(&value, m_Shl(m_Value(a), m_APInt(number))) && number->ult(31) &&
               is_exact(value, with_sign)) {
      add(*a, factor << number->getZExtValue(), with_sign);
    } else {
      add_term(value, factor, with_sign);
    }
  }

private:
  /// Whether extending the result is the same as extending the operands.
  [[nodiscard]] bool is_exact(const llvm::Value& value, bool with_sign) const {
    if (may_wrap || value.getType()->getIntegerBitWidth() == 64 ||
        llvm::isa<llvm::PossiblyDisjointInst>(value)) {
      return true;
    }
    const auto& operation = llvm::cast<llvm::OverflowingBinaryOperator>(value);
    return with_sign ? operation.hasNoSignedWrap() : operation.hasNoUnsignedWrap();
  }

  void add_term(llvm::Value& value, int64_t factor, bool with_sign) {
    for (Affine::Term& term : sum.terms) {
      if (term.value == &value && term.is_signed == with_sign) {
        term.factor += factor;
        return;
      }
    }
    sum.terms.push_back({&value, with_sign, factor});
  }

  bool may_wrap;
  Affine& sum;
};

} // namespace

Affine affine(llvm::Value& value, Wrapping wrapping) {
  Affine result;
  Parts parts(wrapping, result);
  if (value.getType()->isPointerTy()) {
    parts.add_address(value);
  } else {
    parts.add(value, 1, true);
  }
  llvm::erase_if(result.terms, [](const Affine::Term& term) { return term.factor == 0; });
  return result;
}

std::optional<unsigned> dimension_of(const llvm::Value& value, MuxBuiltin builtin) {
  if (mux_builtin(value) != builtin) {
    return std::nullopt;
  }
  const auto* which =
      llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(value).getArgOperand(0));
  return which ? std::optional(static_cast<unsigned>(which->getZExtValue())) : std::nullopt;
}

} // namespace compiler
