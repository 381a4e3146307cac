// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_LOOPS_CHOOSE_ELEMENTS_H
#define CUDA_PASSES_LOOPS_CHOOSE_ELEMENTS_H

#include <llvm/IR/PassManager.h>

namespace cuda {

/// Elements of small private arrays at an index that is one of a few constants, such as the row of
/// a pivot, become choices among those elements: the array is then accessed at constant places
/// only, and can be in registers.
///
/// Requires: loops that count through such arrays are unrolled. Guarantees: private arrays of up to
/// 512 bytes, all of whose accesses have indices that are constant or chosen by selects among up to
/// 8 constants, are accessed at constant places. The pass for LLVM's pipeline also has SROA move
/// them to registers. Cost: in proportion to the accesses of such arrays, times the constants; else
/// to the uses of private variables.
///
///   %row = select i1 %larger, i64 2, i64 1
///   %place = getelementptr float, ptr %array, i64 %row
///   %x = load float, ptr %place
/// becomes
///   %p1 = getelementptr float, ptr %array, i64 1
///   %x1 = load float, ptr %p1
///   %p2 = getelementptr float, ptr %array, i64 2
///   %x2 = load float, ptr %p2
///   %is2 = icmp eq i64 %row, 2
///   %x = select i1 %is2, float %x2, float %x1
struct ChooseElements : llvm::PassInfoMixin<ChooseElements> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};
bool choose_elements(llvm::Module& module);

} // namespace cuda

#endif
