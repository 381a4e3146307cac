// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILD_TIME_SPLIT_SWITCHES_H
#define PASSES_BUILD_TIME_SPLIT_SWITCHES_H

namespace llvm {
class Module;
}

namespace compiler {

/// Divides a switch with very many successors into several: LLVM's code generation looks at all
/// successors of a block for each of them when it places blocks, which is quadratic.
///
/// To run behind LLVM's optimisations, which make one switch of several. Requires: nothing.
/// Guarantees: no switch has more than 128 different successors; the report names what was split.
/// Cost: in proportion to the module's blocks; n log n in the cases of what is split.
///
///   switch i32 %x, label %done [ i32 0, label %case.0 … i32 199, label %case.199 ]
/// becomes
///   %below = icmp ult i32 %x, 100
///   br i1 %below, label %cases, label %cases1
/// with a switch of 100 cases in each of the two.
bool split_switches(llvm::Module& module);

} // namespace compiler

#endif
