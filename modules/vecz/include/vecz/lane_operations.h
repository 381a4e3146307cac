// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions by which a kernel that is to be vectorised exchanges values between its lanes. They
// have no meaning in a scalar kernel. Reductions, scans, votes and shuffles are made of them.
// Within a block, everything between two of these calls is computed in all lanes, active or not.
#ifndef VECZ_LANE_OPERATIONS_H
#define VECZ_LANE_OPERATIONS_H

#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// `i64(i1)`: bit i says whether lane i is active and its operand holds. The same for all lanes.
inline constexpr llvm::StringLiteral ballot_name = "vecz.ballot";
/// `T(T, i32)`, followed by the type: the value of the first operand in the lane that the second
/// one names, modulo the number of lanes; if that one is not active and did not get its value from
/// `fill`, any value. The same for all lanes if the second operand is.
inline constexpr llvm::StringLiteral read_name = "vecz.read.";
/// `T(T, T)`, followed by the type: the first operand in active lanes, the second one in others,
/// where it has to be a constant.
inline constexpr llvm::StringLiteral fill_name = "vecz.fill.";

/// `i32`: the number of the lane, from 0.
[[nodiscard]] llvm::Value* create_lane_number(llvm::IRBuilderBase& builder);
[[nodiscard]] llvm::Value* create_ballot(llvm::IRBuilderBase& builder, llvm::Value* predicate);
/// T is a scalar, or a vector or structure of such.
[[nodiscard]] llvm::Value* create_read(llvm::IRBuilderBase& builder, llvm::Value* value,
                                       llvm::Value* lane);
[[nodiscard]] llvm::Value* create_fill(llvm::IRBuilderBase& builder, llvm::Value* value,
                                       llvm::Constant* otherwise);

} // namespace vecz

#endif
