// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MASKED_ACCESSES_IDLE_LANES_H
#define PASSES_MASKED_ACCESSES_IDLE_LANES_H

#include "passes/masked_accesses/masked_access.h"

namespace compiler {

/// Lets lanes of one function that are not active access memory of the function's own, so that its
/// gathers and scatters of few lanes need no branches: LLVM makes plain accesses of one where all
/// lanes are active.
///
///   %v = call <4 x i32> @llvm.masked.gather(<4 x ptr> %p, <4 x i1> %mask, <4 x i32> poison)
/// becomes
///   %q = select <4 x i1> %mask, <4 x ptr> %p, (splat of a variable's address)
///   %v = call <4 x i32> @llvm.masked.gather(<4 x ptr> %q, <4 x i1> splat (i1 true), …)
class IdleLanes {
public:
  explicit IdleLanes(llvm::Function& subject) : function(subject) {}

  /// Whether it has done so; not for loads and stores side by side, nor for many lanes.
  bool send_elsewhere(const MaskedAccess& access);

private:
  llvm::AllocaInst* variable();

  llvm::Function& function;
  llvm::AllocaInst* place = nullptr;
};

} // namespace compiler

#endif
