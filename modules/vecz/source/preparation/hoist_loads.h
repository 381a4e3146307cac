// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_HOIST_LOADS_H
#define VECZ_PREPARATION_HOIST_LOADS_H

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

namespace vecz {

/// Moves loads, with the computation of their addresses, before loops in every round of which they
/// would load the same value. In a loop that lanes leave at different times they would be gathers
/// or masked loads under the mask of each round, which no pass behind the vectoriser hoists.
/// (LLVM's LICM would also reassociate addresses, of which strides.h would then know less.)
///
/// Requires: loops simplified and rotated. Guarantees: no load runs that did not run before.
/// Returns whether anything was moved. Cost: in proportion to the function; MemorySSA, of the loads
/// that may move, only if there are any.
///
///   loop:                               becomes       %x = load i8, ptr %p
///     %x = load i8, ptr %p                          loop:
///     … (nothing that may write to %p)                …
bool hoist_loads(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

} // namespace vecz

#endif
