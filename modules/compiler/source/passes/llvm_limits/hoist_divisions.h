// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_HOIST_DIVISIONS_H
#define PASSES_LLVM_LIMITS_HOIST_DIVISIONS_H

#include <llvm/IR/PassManager.h>

namespace compiler {

/// Moves divisions and remainders whose operands are the same in all rounds of an innermost loop in
/// front of it. LLVM 22's LoopVectorize makes such a one under a condition once for each lane, and
/// then computes an address from that of the first lane for all lanes, though the first lane may
/// not have made it.
///
/// To run right before LoopVectorize. Requires: loops simplified. Guarantees: no innermost loop has
/// such a division. What may not be divided by (0, or -1 for the least number) becomes 1: there the
/// loop does not come to the division.
///
///   if (c[i]) x[i] = p[a % b];          becomes   r = a % (b == 0 ? 1 : b);
///                                                 if (c[i]) x[i] = p[r];
struct HoistDivisions : llvm::PassInfoMixin<HoistDivisions> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses);
};
bool hoist_divisions(llvm::Module& module);

} // namespace compiler

#endif
