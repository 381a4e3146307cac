// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/integer_widths/limits.h"

namespace vecz {
namespace {

using Predicate = llvm::CmpInst::Predicate;

/// Whether a number that equals the limit is on the same side as the one above it: the limit is
/// then one more for `<` and `>=`.
bool is_below_next(Predicate predicate) {
  return predicate == llvm::CmpInst::ICMP_ULE || predicate == llvm::CmpInst::ICMP_UGT ||
         predicate == llvm::CmpInst::ICMP_SLE || predicate == llvm::CmpInst::ICMP_SGT;
}

} // namespace

std::optional<Limits> Limits::find(Predicate predicate, const llvm::ConstantRange& range,
                                   unsigned bits) {
  if (range.isEmptySet() || range.isFullSet() || range.isSignWrappedSet()) {
    return std::nullopt;
  }
  Limits found;
  found.wide = predicate;
  found.bits = bits;
  found.least = range.getSignedMin();
  found.above = range.getSignedMax() + 1;
  const bool is_positive = found.least.isNonNegative();
  if (found.above.isMinSignedValue() || (llvm::CmpInst::isUnsigned(predicate) && !is_positive)) {
    return std::nullopt;
  }
  found.is_signed = !is_positive || !found.above.isIntN(bits);
  const bool fits = found.is_signed
                        ? found.least.isSignedIntN(bits) && found.above.isSignedIntN(bits)
                        : found.above.isIntN(bits);
  return fits ? std::optional(found) : std::nullopt;
}

Predicate Limits::predicate() const {
  if (llvm::CmpInst::isEquality(wide)) {
    return wide;
  }
  const bool is_less = llvm::ICmpInst::isLT(wide) || llvm::ICmpInst::isLE(wide);
  return is_signed ? (is_less ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_SGE)
                   : (is_less ? llvm::CmpInst::ICMP_ULT : llvm::CmpInst::ICMP_UGE);
}

llvm::Value* Limits::narrow(llvm::IRBuilder<>& builder, llvm::Value* limit) const {
  const auto number = [&](const llvm::APInt& value) { return builder.getInt(value); };
  if (llvm::CmpInst::isEquality(wide)) { // none of the range, for a limit that is not in it
    llvm::Value* is_inside =
        builder.CreateICmpULT(builder.CreateSub(limit, number(least)), number(above - least));
    limit = builder.CreateSelect(is_inside, limit, number(above));
    return builder.CreateTrunc(limit, builder.getIntNTy(bits));
  }
  const bool is_next = is_below_next(wide);
  const llvm::APInt most = is_next ? above - 1 : above;
  if (llvm::CmpInst::isUnsigned(wide)) {
    limit = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, limit, number(most));
  } else {
    const llvm::APInt first = is_next ? least - 1 : least;
    limit = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, limit, number(first));
    limit = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, limit, number(most));
  }
  limit = is_next ? builder.CreateAdd(limit, number(llvm::APInt(above.getBitWidth(), 1))) : limit;
  return builder.CreateTrunc(limit, builder.getIntNTy(bits));
}

} // namespace vecz
