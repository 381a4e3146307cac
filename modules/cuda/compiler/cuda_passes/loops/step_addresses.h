// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_LOOPS_STEP_ADDRESSES_H
#define CUDA_PASSES_LOOPS_STEP_ADDRESSES_H

#include <llvm/IR/PassManager.h>

namespace cuda {

/// Addresses in global memory that grow in an innermost loop by a number that only the program
/// knows, as those of a matrix' column, become pointers that each iteration adds that number to.
/// Left alone, each copy of an iteration would multiply, extend to 64 bits, and add the base. Only
/// in loops of one block: where copies are in several, code generation makes pointers of each.
///
/// Requires: loops rotated and simplified; before LLVM unrolls, as what it makes of the numbers no
/// longer shows that they do not wrap. Guarantees: the loop accesses what it did. Cost: in
/// proportion to the function, and scalar evolution of its addresses; nothing without loops.
///
///   %i = phi i32 [ 0, %before ], [ %next, %loop ]
///   %row = mul nsw i32 %i, %width
///   %index = sext i32 %row to i64
///   %address = getelementptr float, ptr addrspace(1) %p, i64 %index
///   %x = load float, ptr addrspace(1) %address
/// becomes
///   %address = phi ptr addrspace(1) [ %p, %before ], [ %behind, %loop ]
///   %x = load float, ptr addrspace(1) %address
///   %behind = getelementptr i8, ptr addrspace(1) %address, i64 %step ; 4 * %width, before the loop
struct StepAddresses : llvm::PassInfoMixin<StepAddresses> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses);
};
bool step_addresses(llvm::Module& module);

} // namespace cuda

#endif
