// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILD_TIME_LIMIT_UNROLL_HINTS_H
#define PASSES_BUILD_TIME_LIMIT_UNROLL_HINTS_H

#include <llvm/IR/PassManager.h>

namespace compiler {

/// Limits the unroll counts of `opencl_unroll_hint` and `#pragma unroll`, inner loops first, so
/// that a function grows by 8000 instructions at most. A few lines of such loops would otherwise
/// take LLVM half a minute: each may become 16 000 instructions.
///
/// Requires: nothing; to run before LLVM's loop passes, with everything inlined. Guarantees: as
/// said; the report names the functions. Cost: in proportion to the function and the depth of its
/// loops.
///
///   br i1 %more, label %loop, label %end, !llvm.loop !0  ; of 3000 instructions
///   !0 = distinct !{!0, !{!"llvm.loop.unroll.count", i32 64}}
/// becomes
///   !0 = distinct !{!0, !{!"llvm.loop.unroll.count", i32 3}}
struct LimitUnrollHints : llvm::PassInfoMixin<LimitUnrollHints> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses);
};
bool limit_unroll_hints(llvm::Module& module);

} // namespace compiler

#endif
