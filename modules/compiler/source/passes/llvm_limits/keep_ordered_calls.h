// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_KEEP_ORDERED_CALLS_H
#define PASSES_LLVM_LIMITS_KEEP_ORDERED_CALLS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Puts a compiler-only fence, for which no code is made, into functions with an atomic operation
/// that acquires or releases. LLVM otherwise infers that such a function accesses only the memory
/// that its arguments point to, and moves other accesses across its calls.
///
/// To run before attributes of functions are inferred. Requires: nothing. Guarantees: a function
/// with such an operation has a fence. Cost: in proportion to instructions.
///
///   store atomic i32 1, ptr %flag release, align 4
/// becomes
///   fence syncscope("singlethread") acq_rel
///   store atomic i32 1, ptr %flag release, align 4
bool keep_ordered_calls(llvm::Module& module);

} // namespace compiler

#endif
