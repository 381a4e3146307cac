// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_INLINE_GROUP_FUNCTIONS_H
#define PASSES_WORK_ITEM_LOOPS_INLINE_GROUP_FUNCTIONS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Brings everything that concerns the work-group into the kernel: a function that calls the
/// `__mux_*` vocabulary or printf, uses a `__local` variable or has private variables too large for
/// the stack, directly or through another, is inlined into its callers, or erased if no kernel
/// calls it. Other functions stay for LLVM's inliner to judge.
///
/// Cost: before anything is inlined, the size of the kernel is computed, since functions that call
/// others twice, and so on, multiply it. If it is too large, functions that ask only for ids and
/// sizes get these as arguments instead (pass_ids.h), unless they are small or called once, and
/// functions marked always_inline lose that mark. If it is still too large, because of barriers,
/// the build fails.
///
/// Requires: built-ins linked, no recursion. Guarantees: calls of the vocabulary and uses of
/// `__local` variables stand in kernels (calling convention spir_kernel) only.
bool inline_group_functions(llvm::Module& module);

} // namespace compiler

#endif
