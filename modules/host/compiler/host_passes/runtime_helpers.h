// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_RUNTIME_HELPERS_H
#define HOST_PASSES_RUNTIME_HELPERS_H

#include <llvm/IR/Module.h>

namespace host {

/// Declares the functions that code generation may call by name for this CPU because it has no
/// instruction: `__extendhfsf2` and `__truncsfhf2` where half is used, without F16C; `floorf` and
/// its like where they are used, without SSE 4.1. Objects may not refer to a run-time library.
///
/// Requires: no later pass makes use of half or of rounding. Guarantees: what the module needs is
/// declared, and has to be linked and kept (`keep_runtime_helpers`).
///
///     %r = call float @llvm.floor.f32(float %x)
/// becomes, for x86-64,
///     declare float @floorf(float)
///     %r = call float @llvm.floor.f32(float %x)
bool runtime_helpers(llvm::Module& module);

/// Keeps the definitions of these functions, which nothing in the module refers to.
bool keep_runtime_helpers(llvm::Module& module);

} // namespace host

#endif
