// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_INLINE_GROUP_FUNCTIONS_H
#define PASSES_INLINE_GROUP_FUNCTIONS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Brings everything that concerns the work-group into the kernel: a function that calls the
/// `__mux_*` vocabulary or printf, uses a `__local` variable or has private variables too large for
/// the stack, directly or through another, is inlined into its callers. Other functions stay for
/// LLVM's inliner to judge.
///
/// Requires: built-ins linked, no recursion. Guarantees: calls of the vocabulary and uses of
/// `__local` variables stand in kernels (calling convention spir_kernel) only.
bool inline_group_functions(llvm::Module& module);

} // namespace compiler

#endif
