// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_DROP_RESTRICT_IN_LOOPS_H
#define PASSES_LLVM_LIMITS_DROP_RESTRICT_IN_LOOPS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Takes `noalias` from the parameters of functions that are called in loops. It promises something
/// for one call. Inlining makes alias scopes of it, which LLVM's GVN takes for a promise about all
/// calls of the loop: a helper whose `restrict` pointers change places from call to call read old
/// values.
///
/// To run before anything is inlined. Requires: nothing. Guarantees: a function with a `noalias`
/// parameter is a kernel, or is called outside loops only, and by such functions only. Cost: in
/// proportion to blocks and calls.
///
///   loop:
///     call void @step(ptr noalias %to, ptr noalias %from)   ; and both change places
/// becomes
///     call void @step(ptr %to, ptr %from)
bool drop_restrict_in_loops(llvm::Module& module);

} // namespace compiler

#endif
