// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/affine.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PointerIntPair.h>
#include <llvm/IR/Constants.h>

namespace vecz {
namespace {

/// Values that are followed for one question, and terms that a sum may have. Values beyond these
/// limits are terms.
constexpr size_t max_values = 512, max_terms = 16;

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
    return fits && terms.size() <= max_terms;
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
  Parts(Wrapping wrapping, llvm::function_ref<bool(const llvm::Value&)> small)
      : may_wrap(wrapping == Wrapping::ignored), is_small(small) {}

  void add_address(llvm::Value& pointer, Sum& sum, llvm::Value*& base) {
    base = &pointer;
    for (size_t i = 0; i < max_values; ++i) {
      const auto step = llvm::isa<llvm::GetElementPtrInst>(base)
                            ? affine_step(*base, Extension::sign)
                            : std::nullopt;
      Sum more = sum;
      if (!step || !add_parts(*step, llvm::drop_begin(step->parts), Extension::sign, more)) {
        return;
      }
      sum = std::move(more);
      base = step->parts.front().value;
    }
  }

  /// `value`, extended to 64 bits if it has fewer.
  Sum of(llvm::Value& value, Extension extension) {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
        number && number->getBitWidth() <= 64) {
      const bool with_sign = extension == Extension::sign || number->getBitWidth() == 64;
      return {with_sign ? number->getSExtValue() : int64_t(number->getZExtValue()), {}};
    }
    const Key key(&value, extension == Extension::sign);
    if (const auto found = known.find(key); found != known.end()) {
      return found->second;
    }
    Sum result;
    if (followed++ >= max_values || !take_apart(value, extension, result)) {
      result = {0, {{&value, extension == Extension::sign, 1}}};
    }
    known[key] = result;
    return result;
  }

private:
  using Key = llvm::PointerIntPair<llvm::Value*, 1, bool>;

  template <typename Range>
  bool add_parts(const AffineStep& step, Range&& parts, Extension extension, Sum& sum) {
    return sum.add({step.constant, {}}, 1) && llvm::all_of(parts, [&](const auto& part) {
             return sum.add(of(*part.value, extension), part.factor);
           });
  }

  bool take_apart(llvm::Value& value, Extension extension, Sum& result) {
    if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64) {
      return false;
    }
    const bool is_wide = value.getType()->getIntegerBitWidth() == 64;
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&value)) {
      llvm::Value& from = *cast->getOperand(0);
      const auto inner = extension_inside(*cast, extension);
      return from.getType()->isIntegerTy() && inner && result.add(of(from, *inner), 1);
    }
    if (const LowerBits part = lower_bits(value);
        part.whole && may_be_cut(*part.whole, part.bits)) {
      return (is_wide || may_wrap) &&
             result.add(of(*part.whole, extension), int64_t(1) << part.shift);
    }
    const auto step = affine_step(value, extension);
    return step &&
           (may_wrap || is_wide || is_exact(llvm::cast<llvm::BinaryOperator>(value), extension)) &&
           add_parts(*step, step->parts, extension, result);
  }

  /// The extension of the operand of `cast` that gives the extended result.
  [[nodiscard]] std::optional<Extension> extension_inside(const llvm::CastInst& cast,
                                                          Extension extension) const {
    if (llvm::isa<llvm::SExtInst>(cast)) {
      return extension == Extension::sign || cast.getType()->getIntegerBitWidth() == 64 || may_wrap
                 ? std::optional(Extension::sign)
                 : std::nullopt;
    }
    if (const auto* widening = llvm::dyn_cast<llvm::ZExtInst>(&cast)) {
      return widening->hasNonNeg() ? Extension::sign : Extension::zero;
    }
    const auto* cut = llvm::dyn_cast<llvm::TruncInst>(&cast);
    if (!cut) {
      return std::nullopt;
    }
    if (may_be_cut(*cut->getOperand(0), cut->getType()->getIntegerBitWidth())) {
      return Extension::sign;
    }
    return keeps_value(*cut, extension) ? std::optional(extension) : std::nullopt;
  }

  /// Whether extending the lowest `bits` of `value` gives it again.
  [[nodiscard]] bool may_be_cut(const llvm::Value& value, unsigned bits) const {
    return may_wrap || (bits >= 16 && is_small(value));
  }

  bool may_wrap;
  llvm::function_ref<bool(const llvm::Value&)> is_small;
  llvm::DenseMap<Key, Sum> known;
  size_t followed = 0; ///< also the depth that is reached at most
};

} // namespace

Affine affine(llvm::Value& value, Wrapping wrapping,
              llvm::function_ref<bool(const llvm::Value&)> is_small) {
  Affine result;
  Parts parts(wrapping, is_small);
  Sum sum;
  if (value.getType()->isPointerTy()) {
    parts.add_address(value, sum, result.base);
  } else {
    sum = parts.of(value, Extension::sign);
  }
  result.constant = sum.constant;
  result.terms = std::move(sum.terms);
  llvm::erase_if(result.terms, [](const Affine::Term& term) { return term.factor == 0; });
  return result;
}

} // namespace vecz
