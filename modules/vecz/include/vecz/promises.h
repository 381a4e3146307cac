// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Metadata that promises something about memory. LLVM takes each promise for granted, so each has
// to be dropped where code is copied, merged or moved to where it no longer holds:
//
// - `!alias.scope`, `!noalias`, made by the inlining of `restrict` and by-value parameters: two
//   accesses of one execution of the scope's declaration do not meet. This holds for one work-item,
//   from one declaration to the next. Such metadata is kept only beside its declaration, which
//   stands where the scope begins. The vectoriser, whose forms run many executions at once, drops
//   both; a region of a kernel drops the scopes that are declared in another region; inlining gives
//   each copy scopes of its own.
// - `!llvm.access.group` with `llvm.loop.parallel_accesses`, made by region_function.h: accesses of
//   different iterations, which are work-items, do not depend on each other. Memory that work-items
//   use one after the other (work_item_memory.h) must not be written so. Vector code has none.
//   Neither has a region in which a work-item accesses again what it has written: LLVM 22 takes
//   such accesses for independent, too.
// - `!invariant.load`, made by constant_loads.h: nothing writes there while the kernel runs. For
//   constant memory only; the vectoriser drops it.
// - `range`, `!range`, made by bound_ids and by SPIR-V's decorations: the value is in the range, or
//   else poison. `!noundef`, made by Clang for `bool`: the value is no poison. Both hold for each
//   execution, and so for each copy. They say nothing of values that inactive lanes compute, so
//   packets do not have them. A pass that moves an access to where it may run more often drops
//   them.
// - `!tbaa`: accesses of types that may not alias in C do not meet. Clang is told not to make it
//   (frontend/clang.cpp), as kernels access memory of one type as another, with a barrier between.
//   Passes that divide an access keep it, for modules that bring it along.
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
