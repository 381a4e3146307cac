// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILD_TIME_CUT_LONG_SUMS_H
#define PASSES_BUILD_TIME_CUT_LONG_SUMS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Hides from LLVM's LoopStrengthReduce that a sum of many terms contains a loop's counter. For
/// each such sum it tries all groups of three terms, which takes a minute for running sums of a
/// hundred elements. LLVM takes an exclusive or with 0 for a new value, and code generation removes
/// it.
///
/// To run last before code generation: LLVM's passes reassociate sums and remove the operation.
/// Requires: nothing. Guarantees: an integer sum of 8 terms or more, one of them a phi, is no
/// part of another, so that none has more than 14. Cost: in proportion to the module's
/// instructions.
///
///   %sum8 = add i32 %sum7, %term ; of 8 terms, one of them a phi
///   %sum9 = add i32 %sum8, %other
/// becomes
///   %sum8 = add i32 %sum7, %term
///   %sum8.cut = xor i32 %sum8, 0
///   %sum9 = add i32 %sum8.cut, %other
bool cut_long_sums(llvm::Module& module);

} // namespace compiler

#endif
