// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/affine.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PointerIntPair.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace compiler {
namespace {

/// Values that are followed for one question, and terms that a sum may have. What is beyond is a
/// term.
constexpr size_t most_values = 512, most_terms = 16;

/// An integer as a constant and terms.
struct Sum {
  int64_t constant = 0;
  llvm::SmallVector<Affine::Term, 4> terms;

  /// Adds `factor` times `other`; false, and nothing known of this one, if that is too much.
  [[nodiscard]] bool add(const Sum& other, int64_t factor) {
    bool fits = accumulate(constant, other.constant, factor);
    for (const Affine::Term& term : other.terms) {
      fits = fits && add(term, factor);
    }
    return fits && terms.size() <= most_terms;
  }

private:
  static bool accumulate(int64_t& sum, int64_t number, int64_t factor) {
    int64_t product = 0;
    return !__builtin_mul_overflow(number, factor, &product) &&
           !__builtin_add_overflow(sum, product, &sum);
  }

  bool add(const Affine::Term& term, int64_t factor) {
    for (Affine::Term& known : terms) {
      if (known.value == term.value && known.is_signed == term.is_signed) {
        return accumulate(known.factor, term.factor, factor);
      }
    }
    terms.push_back({term.value, term.is_signed, 0});
    return accumulate(terms.back().factor, term.factor, factor);
  }
};

/// Takes values apart, each of them once.
class Parts {
public:
  explicit Parts(Wrapping wrapping) : may_wrap(wrapping == Wrapping::ignored) {}

  void add_address(llvm::Value& pointer, Sum& sum, llvm::Value*& base) {
    base = &pointer;
    for (size_t i = 0; i < most_values; ++i) {
      auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(base);
      llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> indices;
      llvm::APInt constant(64, 0);
      if (!address || !address->collectOffset(address->getDataLayout(), 64, indices, constant)) {
        return;
      }
      Sum more = sum;
      bool fits = more.add({constant.getSExtValue(), {}}, 1);
      for (const auto& [index, scale] : indices) {
        fits = fits && more.add(of(*index, true), scale.getSExtValue());
      }
      if (!fits) {
        return;
      }
      sum = std::move(more);
      base = address->getPointerOperand();
    }
  }

  /// `value`, extended if it has fewer than 64 bits, with its sign or without.
  Sum of(llvm::Value& value, bool with_sign) {
    const Key key(&value, with_sign);
    if (const auto found = known.find(key); found != known.end()) {
      return found->second;
    }
    Sum result;
    if (known.size() == most_values || !take_apart(value, with_sign, result)) {
      result = {0, {{&value, with_sign, 1}}};
    }
    if (known.size() < most_values) {
      known[key] = result;
    }
    return result;
  }

private:
  using Key = llvm::PointerIntPair<llvm::Value*, 1, bool>;

  bool take_apart(llvm::Value& value, bool with_sign, Sum& result) {
    using namespace llvm::PatternMatch;
    llvm::Value *a = nullptr, *b = nullptr;
    const llvm::APInt* number = nullptr;
    if (match(&value, m_APInt(number)) && number->getBitWidth() <= 64) {
      result.constant = with_sign ? number->getSExtValue() : int64_t(number->getZExtValue());
      return true;
    }
    if (match(&value, m_SExt(m_Value(a))) && (with_sign || may_wrap)) {
      return result.add(of(*a, true), 1);
    }
    if (match(&value, m_ZExt(m_Value(a)))) {
      return result.add(of(*a, llvm::cast<llvm::PossiblyNonNegInst>(value).hasNonNeg()), 1);
    }
    if (match(&value, m_Trunc(m_Value(a)))) {
      return (may_wrap || (dimension_of(*a, MuxBuiltin::get_local_id) &&
                           value.getType()->getIntegerBitWidth() >= 16)) &&
             result.add(of(*a, true), 1);
    }
    if (match(&value, m_AddLike(m_Value(a), m_Value(b)))) {
      return is_exact(value, with_sign) && result.add(of(*a, with_sign), 1) &&
             result.add(of(*b, with_sign), 1);
    }
    if (match(&value, m_Sub(m_Value(a), m_Value(b)))) {
      return is_exact(value, with_sign) && result.add(of(*a, with_sign), 1) &&
             result.add(of(*b, with_sign), -1);
    }
    if (match(&value, m_Mul(m_Value(a), m_APInt(number)))) {
      return number->isSignedIntN(31) && !number->isNegative() && is_exact(value, with_sign) &&
             result.add(of(*a, with_sign), number->getSExtValue());
    }
    if (match(&value, m_Shl(m_Value(a), m_APInt(number)))) {
      return number->ult(31) && is_exact(value, with_sign) &&
             result.add(of(*a, with_sign), int64_t(1) << number->getZExtValue());
    }
    return false;
  }

  /// Whether extending the result is the same as extending the operands.
  [[nodiscard]] bool is_exact(const llvm::Value& value, bool with_sign) const {
    if (may_wrap || value.getType()->getIntegerBitWidth() == 64 ||
        llvm::isa<llvm::PossiblyDisjointInst>(value)) {
      return true;
    }
    const auto& operation = llvm::cast<llvm::OverflowingBinaryOperator>(value);
    return with_sign ? operation.hasNoSignedWrap() : operation.hasNoUnsignedWrap();
  }

  bool may_wrap;
  llvm::DenseMap<Key, Sum> known;
};

} // namespace

Affine affine(llvm::Value& value, Wrapping wrapping) {
  Affine result;
  Parts parts(wrapping);
  Sum sum;
  if (value.getType()->isPointerTy()) {
    parts.add_address(value, sum, result.base);
  } else {
    sum = parts.of(value, true);
  }
  result.constant = sum.constant;
  result.terms = std::move(sum.terms);
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
