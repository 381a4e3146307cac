// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_KEEP_ORDERED_CALLS_H
#define PASSES_LLVM_LIMITS_KEEP_ORDERED_CALLS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Puts a fence for the compiler alone, of which no code is made, into functions with an atomic
/// operation that acquires or releases. Of a function in which nothing else is, LLVM infers that it
/// touches what its arguments point to only, and so moves other accesses across its calls.
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
