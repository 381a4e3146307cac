// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_HOIST_DIVISIONS_H
#define PASSES_LLVM_LIMITS_HOIST_DIVISIONS_H

#include <llvm/IR/PassManager.h>

namespace compiler {

/// Moves divisions and remainders whose operands are the same in all rounds of an innermost loop in
/// front of it. Where such a division is conditional, LLVM 22's LoopVectorize does it once for each
/// lane, and then computes the addresses of all lanes from the first lane's quotient, though the
/// first lane may not have computed it.
///
/// To run right before LoopVectorize. Requires: loops simplified. Guarantees: no innermost loop has
/// such a division. A divisor that is not allowed (0, or -1 for the least number) becomes 1: there
/// the loop does not reach the division.
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
