// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILD_TIME_SKIP_KNOWN_TESTS_H
#define PASSES_BUILD_TIME_SKIP_KNOWN_TESTS_H

#include <llvm/IR/PassManager.h>

namespace compiler {

/// Lets blocks in which a value is known, because a comparison with a constant or a case of a
/// switch leads to them, go past blocks that only compare it again. Of many statements such as
/// `if (s == 1) f(); if (s == 2) g(); …` LLVM's SimplifyCFG would make a switch for the first, and
/// one more behind each on what the following statements compare with: as many cases as the square
/// of the statements.
///
/// To run before SimplifyCFG. Requires: nothing. Guarantees: where the value of an integer is known
/// from a block's dominators (the 32 nearest such facts), no edge leads from the block to one that
/// consists of a comparison of it, other than the header of a loop, and other than behind 2048 such
/// blocks or where phis would get two values from one block; control flow that was reducible still
/// is. Cost: n log n in blocks and cases, and for each edge in proportion to what it is led past.
///
///   entry:     br (%s == 1), label %first, label %test
///   first:     call void @f()
///              br label %test
///   test:      br (%s == 2), label %second, label %end
/// becomes
///   first:     call void @f()
///              br label %end
struct SkipKnownTests : llvm::PassInfoMixin<SkipKnownTests> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses);
};
bool skip_known_tests(llvm::Module& module);

} // namespace compiler

#endif
