// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_FREEZE_WRAPPING_INDICES_H
#define PASSES_LLVM_LIMITS_FREEZE_WRAPPING_INDICES_H

#include <llvm/IR/PassManager.h>

namespace compiler {

/// Keeps LLVM 22's LoopVectorize from reading on where a narrow index wraps. It vectorises a loop
/// under the condition that its indices do not wrap, and takes the condition of a wider index for
/// that of a narrower one as well (LLVM issue 191382, mended in LLVM 23). Where a loop needs such
/// conditions of several widths, all extensions of narrower ones are frozen: scalar evolution does
/// not see through a freeze, so that the index becomes a gather's.
///
/// To run right before LoopVectorize, on innermost loops. Requires: nothing. Guarantees: the
/// addresses and exit conditions of an innermost loop extend inductions that may wrap from one
/// width only. Costs nothing but a look at each loop's addresses where there is none.
///
///   %masked = and i32 %i, 7                 ; i3 in terms of scalar evolution
///   %index = add i32 %masked, %base         ; i32
///   %wide = zext i32 %index to i64
///   %p = getelementptr i16, ptr %in, i64 %wide
/// becomes
///   %masked = and i32 %i, 7
///   %masked.frozen = freeze i32 %masked
///   %index = add i32 %masked.frozen, %base
///   …
struct FreezeWrappingIndices : llvm::PassInfoMixin<FreezeWrappingIndices> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses);
};
bool freeze_wrapping_indices(llvm::Module& module);

} // namespace compiler

#endif
