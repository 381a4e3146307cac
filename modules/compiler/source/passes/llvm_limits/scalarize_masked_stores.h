// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_SCALARIZE_MASKED_STORES_H
#define PASSES_LLVM_LIMITS_SCALARIZE_MASKED_STORES_H

namespace llvm {
class Module;
}

namespace compiler {

/// Replaces masked stores whose mask is known and has one active lane by scalar stores. LLVM 22's
/// code generation for AVX-512 does the same, but where the elements are truncated it stores the
/// wide element, and so overwrites the memory behind: four bytes for one.
///
/// To run behind LLVM's passes, which make masks known. Requires: nothing. Guarantees: no masked
/// store has a mask of one active lane that constant folding knows. Cost: in proportion to the
/// module.
///
///   call void @llvm.masked.store(<4 x i8> %v, ptr %p, <4 x i1> <i1 0, i1 1, i1 0, i1 0>)
/// becomes
///   store i8 (element 1 of %v), ptr (%p + 1)
bool scalarize_masked_stores(llvm::Module& module);

} // namespace compiler

#endif
