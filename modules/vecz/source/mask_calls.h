// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions by which the earlier steps tell packetize about masks and lanes. packetize removes
// them. A mask is an i1, one bit for each lane.
#ifndef VECZ_MASK_CALLS_H
#define VECZ_MASK_CALLS_H

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace vecz {

/// `void(i1)`, first in a block: the rest of the block runs in the lanes of this mask only.
inline constexpr llvm::StringLiteral mask_name = "vecz.mask";
/// `i1(i1)`: whether the mask has any lane.
inline constexpr llvm::StringLiteral any_name = "vecz.any";

/// `i64(i32 0)`: the number of the lane.
inline constexpr llvm::StringLiteral lane_name = "vecz.lane";
/// `i32(i64)`: the lower half of an id in x. It and its extensions rise by one from lane to lane:
/// see `truncated_ids_rise` in vectorize.h.
inline constexpr llvm::StringLiteral truncated_id_name = "vecz.truncated_id";

inline llvm::CallInst* create_mask_call(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                        llvm::Value* mask) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Type* result = name == any_name ? mask->getType() : builder.getVoidTy();
  return builder.CreateCall(module.getOrInsertFunction(name, result, mask->getType()), {mask});
}

/// A call of one of the functions that only compute.
inline llvm::CallInst* create_lane_call(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                        llvm::Type* result, llvm::Value* operand) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  auto callee = module.getOrInsertFunction(name, result, operand->getType());
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return builder.CreateCall(callee, {operand}, name.substr(name.find('.') + 1));
}

inline bool is_mask_call(const llvm::Value& value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

} // namespace vecz

#endif
