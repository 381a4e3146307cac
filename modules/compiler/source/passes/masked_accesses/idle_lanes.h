// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MASKED_ACCESSES_IDLE_LANES_H
#define PASSES_MASKED_ACCESSES_IDLE_LANES_H

#include "passes/masked_accesses/masked_access.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/ValueHandle.h>
#include <map>
#include <tuple>

namespace compiler {

/// Lets lanes of one function that are not active access memory of the function's own.
class IdleLanes {
public:
  explicit IdleLanes(llvm::Function& subject) : function(subject) {}

  /// Makes a gather or scatter of few lanes one without branches: LLVM makes plain accesses where
  /// all lanes are active. Whether it has done so; not for loads and stores side by side, nor for
  /// many lanes.
  ///
  ///   %v = call <4 x i32> @llvm.masked.gather(<4 x ptr> %p, <4 x i1> %mask, <4 x i32> poison)
  /// becomes
  ///   %q = select <4 x i1> %mask, <4 x ptr> %p, (splat of a variable's address)
  ///   %v = call <4 x i32> @llvm.masked.gather(<4 x ptr> %q, <4 x i1> splat (i1 true), …)
  bool redirect_inactive_lanes(const MaskedAccess& access);

  /// Makes the load or store of one lane's row, of at most 64 bytes, a plain one. Whether it has
  /// done so: both its address and its mask have to be of that lane's element of a vector.
  ///
  ///   %p = extractelement <8 x ptr> %all, i64 3
  ///   %m = shufflevector <8 x i1> %mask, poison, <4 x i32> splat (i32 3)
  ///   %v = call <4 x float> @llvm.masked.load(ptr %p, <4 x i1> %m, <4 x float> poison)
  /// becomes
  ///   %q = select <8 x i1> %mask, <8 x ptr> %all, (splat of a variable's address)
  ///   %p = extractelement <8 x ptr> %q, i64 3
  ///   %v = load <4 x float>, ptr %p
  bool redirect_inactive_row(const MaskedAccess& access);

private:
  llvm::AllocaInst* variable();
  llvm::Value* select_places(llvm::IRBuilderBase& builder, llvm::Value* mask,
                             llvm::Value* addresses);

  llvm::Function& function;
  llvm::AllocaInst* own_memory = nullptr;
  /// Values made of a mask and addresses in a block, for reuse by later rows.
  std::map<std::tuple<llvm::BasicBlock*, llvm::Value*, llvm::Value*>, llvm::WeakVH> places_of;
};

} // namespace compiler

#endif
