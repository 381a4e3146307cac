// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions by which a kernel that is to be vectorised exchanges values between its lanes.
// Reductions, scans, votes and shuffles are made of them. A kernel that stays scalar is one of a
// single lane (run_in_one_lane).
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

/// `T(T)`, an integer, followed by the name of LLVM's reduction and the type: combines the values
/// of all lanes; inactive ones contribute the value that `fill` gave them, or any value. The same
/// for all lanes.
inline constexpr llvm::StringLiteral fold_name = "vecz.fold.";

/// `T(...)`, followed by the name of a function that is called once, with the values of all lanes:
/// a vector for each scalar in the operands, in their order in memory. The function returns a
/// structure of such vectors. It accesses no memory. In lanes that are not active, operands may be
/// poison.
inline constexpr llvm::StringLiteral group_call_name = "vecz.group_call.";

/// `i32()`: the number of the lane, in lanes that are not active, too.
inline constexpr llvm::StringLiteral every_lane_name = "vecz.every_lane";

/// `i32`: the number of the lane, from 0. As for any value of a scalar kernel, passes may use facts
/// that hold in active lanes only: behind `if (lane == 3)` it is 3.
[[nodiscard]] llvm::Value* create_lane_number(llvm::IRBuilderBase& builder);
/// The same without such facts: for values that inactive lanes compute and active ones read.
[[nodiscard]] llvm::Value* create_every_lane(llvm::IRBuilderBase& builder);
[[nodiscard]] llvm::Value* create_ballot(llvm::IRBuilderBase& builder, llvm::Value* predicate);
/// Replaces these operations in a function that is not vectorised: its only lane is number 0, and
/// active. Of functions of sub-groups, which are more than one lane, nothing may be left there that
/// runs; group calls are such.
bool run_in_one_lane(llvm::Function& function);
/// Whether a value is one of the first two.
[[nodiscard]] bool is_lane_number(const llvm::Value& value);
/// Whether a call is a ballot, a read, a fill, a fold, a group call, or the number of every lane.
[[nodiscard]] bool is_lane_operation(const llvm::CallBase& call);
/// T is a scalar, or a vector or structure of such.
[[nodiscard]] llvm::Value* create_read(llvm::IRBuilderBase& builder, llvm::Value* value,
                                       llvm::Value* lane);
/// `reduction`: one of LLVM's for integers, such as vector_reduce_add.
[[nodiscard]] llvm::Value* create_fold(llvm::IRBuilderBase& builder, llvm::Value* value,
                                       llvm::Intrinsic::ID reduction);
[[nodiscard]] llvm::Intrinsic::ID folded_by(const llvm::CallBase& call);
[[nodiscard]] llvm::Value* create_fill(llvm::IRBuilderBase& builder, llvm::Value* value,
                                       llvm::Constant* otherwise);
/// `name`: of the function for all lanes.
[[nodiscard]] llvm::Value* create_group_call(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                             llvm::Type* result,
                                             llvm::ArrayRef<llvm::Value*> operands);

} // namespace vecz

#endif
