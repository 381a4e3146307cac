// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_INTEGER_WIDTHS_LIMITS_H
#define VECZ_PREPARATION_INTEGER_WIDTHS_LIMITS_H

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// How numbers of a small range are compared with any other number, the limit, in fewer bits: the
/// range decides about limits beyond it, so that these may as well be next to it.
///
///   %c = icmp sge i32 %x, %limit     ; %x is 0 to 255
/// becomes
///   %near = umin(smax(%limit, 0), 256)
///   %c = icmp uge i16 (trunc %x), (trunc %near)
class Limits {
public:
  /// Nothing if numbers of `range`, and the one above, do not fit so many `bits`, or if they are
  /// compared as unsigned numbers and may be negative.
  [[nodiscard]] static std::optional<Limits> find(llvm::CmpInst::Predicate predicate,
                                                  const llvm::ConstantRange& range, unsigned bits);

  /// What narrow numbers are compared by.
  [[nodiscard]] llvm::CmpInst::Predicate predicate() const;
  /// And with what, for a `limit` as wide as the range.
  [[nodiscard]] llvm::Value* narrow(llvm::IRBuilder<>& builder, llvm::Value* limit) const;

private:
  llvm::CmpInst::Predicate wide;
  llvm::APInt least, above; ///< the first number of the range, and the one behind the last
  unsigned bits;
  bool is_signed; ///< of narrow numbers
};

} // namespace vecz

#endif
