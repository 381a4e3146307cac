// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILD_TIME_LIMIT_INLINING_H
#define PASSES_BUILD_TIME_LIMIT_INLINING_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Marks calls as not to be inlined where inlining all of them would add more than 8000
/// instructions to a module. LLVM decides call by call: a kernel that calls `pow` a few hundred
/// times would take it a minute. Calls in the deepest loops come first, and those that are the only
/// ones of their function are left alone.
///
/// Requires: nothing; to run before LLVM's inliner. Guarantees: as said, of functions that are
/// small enough for LLVM to inline them. Cost: in proportion to the module.
///
///   %y = call float @pow(float %x, float 3.5)   ; the hundredth one
/// becomes
///   %y = call float @pow(float %x, float 3.5) noinline
bool limit_inlining(llvm::Module& module);

} // namespace compiler

#endif
