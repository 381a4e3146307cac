// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_CALL_GUARDS_H
#define PASSES_WORK_ITEM_LOOPS_CALL_GUARDS_H

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace compiler {

using Values = llvm::SmallPtrSet<const llvm::Value*, 32>;

/// The comparisons in which calls of a function differ, and which decide what it runs: those that
/// the conditions of branches in `differing` are made of, as in
///
///   if (row >= rows || column >= columns) return;
///
/// They depend on arguments alone, so that their values are known before the call. Empty if there
/// is no such branch, or if some comparison depends on anything else.
[[nodiscard]] llvm::SmallVector<llvm::CmpInst*> call_guards(llvm::Function& function,
                                                            const Values& differing);

/// Makes a function with the parameters of `joined`: those of one call of `single` and then, for
/// each further one, those with the numbers `differ`. It calls `joined` if all calls would find the
/// same values in `guards`, comparisons of `single`, and otherwise `single` for one call after the
/// other. Both become part of it and are erased.
///
/// Requires: `single` always returns the same constant, as call_guards makes sure. Guarantees: so
/// does the function.
[[nodiscard]] llvm::Function* choose_by_guards(llvm::Function& single, llvm::Function& joined,
                                               llvm::ArrayRef<unsigned> differ,
                                               llvm::ArrayRef<llvm::CmpInst*> guards);

} // namespace compiler

#endif
