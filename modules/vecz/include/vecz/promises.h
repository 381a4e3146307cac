// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Metadata that promises something of memory, and what becomes of the promise where code is copied,
// merged or moved. LLVM takes each for granted.
//
// | promise | made by | what it says | rule |
// |---|---|---|---|
// | `!alias.scope`, `!noalias` | inlining of `restrict` and by-value parameters | two accesses of
// one execution of the scope's declaration do not meet | holds for one work-item between two
// declarations: kept only beside the declaration, which stands where the scope begins. The
// vectorizer, whose forms run many executions at once, drops both; a region of a kernel drops those
// that are declared in another one; inlining gives each copy scopes of its own | |
// `!llvm.access.group` with `llvm.loop.parallel_accesses` | region_function.h | accesses of
// different iterations, which are work-items, do not depend on each other | nothing that work-items
// write to memory which they use one after the other (work_item_memory.h); vector code has none; nor has a region in which a work-item comes back to what it has written, as LLVM 22 takes such accesses for independent, too |
// | `!invariant.load` | constant_loads.h | nothing writes there while the kernel runs | for
// constant memory only; the vectorizer drops it | | `range`, `!range` | prepare, SPIR-V decorations
// | the value is inside, or poison | holds for each execution, so for each copy; on values that
// inactive lanes compute too it says nothing, so packets do not have it |
#ifndef VECZ_PROMISES_H
#define VECZ_PROMISES_H

#include <llvm/IR/Module.h>
#include <string>

namespace vecz {

/// Takes the metadata of all alias scopes, and their declarations, from a function.
void drop_alias_scopes(llvm::Function& function);

/// Takes the metadata of those alias scopes that the function does not declare.
void drop_undeclared_alias_scopes(llvm::Function& function);

/// Checks the rules above as far as the IR shows them: empty if they hold, otherwise the first
/// access that breaks one, and which.
[[nodiscard]] std::string find_broken_promise(const llvm::Module& module);

} // namespace vecz

#endif
