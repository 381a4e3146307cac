// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two words by which control-flow conversion tells packetization about masks. They exist only
// between the two. A mask is an i1, one bit for each lane.
#ifndef MASK_CALLS_H
#define MASK_CALLS_H

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace vecz {

/// `void(i1)`, first in a block: what follows happens in the lanes of this mask only.
inline constexpr llvm::StringLiteral mask_name = "vecz.mask";
/// `i1(i1)`: whether the mask has any lane.
inline constexpr llvm::StringLiteral any_name = "vecz.any";

inline llvm::CallInst* create_mask_call(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                        llvm::Value* mask) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Type* result = name == any_name ? mask->getType() : builder.getVoidTy();
  return builder.CreateCall(module.getOrInsertFunction(name, result, mask->getType()), {mask});
}

inline bool is_mask_call(const llvm::Value& value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

} // namespace vecz

#endif
