// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_LOOPS_UNROLL_HINTS_H
#define CUDA_PASSES_LOOPS_UNROLL_HINTS_H

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Target/TargetMachine.h>

namespace cuda {

/// Tells LLVM to unroll loops completely that count through a small private array, with all loops
/// inside, so that the array can be in registers: of a known number of iterations, and 8192
/// instructions in all. Private memory of a GPU is no nearer than its caches. Likewise innermost
/// loops of up to 32 iterations and 768 instructions in all where each thread loads from a place of
/// its own, so that all loads are under way before the first one is needed.
///
/// Requires: loops as simplification leaves them, before LLVM's loop passes. Guarantees: nothing
/// but loop metadata changes; loops with hints of their own keep them. Cost: in proportion to the
/// function, nothing without loops.
///
///   br label %loop, !llvm.loop !0
///   !0 = distinct !{!0}
/// becomes
///   !0 = distinct !{!0, !{!"llvm.loop.unroll.full"}}
bool unroll_private_arrays(llvm::Module& module, llvm::TargetMachine& machine);

/// Tells LLVM how many iterations of an innermost loop to make one. All, as above, where loops
/// inside it have been unrolled by now. Four, where the loop is of one block and either threads of
/// a warp load from places of their own, so that several loads are under way and few iterations are
/// left over, or it is too long for NVIDIA's assembler to unroll; but not a short one where to
/// count the iterations takes about as long as they do. Eight, with a test behind each, where it
/// accesses no memory and may end at any time. The assembler may unroll what comes out further.
///
/// Requires: loops rotated, what does not change in them in front of them; before LLVM unrolls.
/// Guarantees and cost: as above.
///
///   br i1 %more, label %loop, label %end, !llvm.loop !0
///   !0 = distinct !{!0}
/// becomes
///   !0 = distinct !{!0, !{!"llvm.loop.unroll.count", i32 4},
///   !{!"llvm.loop.unroll.followup_unrolled", ...}}
struct CopyIterations : llvm::PassInfoMixin<CopyIterations> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses);
};
bool copy_iterations(llvm::Module& module, llvm::TargetMachine& machine);

} // namespace cuda

#endif
