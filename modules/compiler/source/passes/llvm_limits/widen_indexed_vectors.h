// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_WIDEN_INDEXED_VECTORS_H
#define PASSES_LLVM_LIMITS_WIDEN_INDEXED_VECTORS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Makes a vector's elements as wide as the integers that index them, where these come from one
/// vector. Of such extracts LLVM 22 makes one permutation for CPUs with AVX-512, and fails ("Cannot
/// select") if the integers are wider and the result has fewer elements than they.
///
/// To run last before code generation, for CPUs with AVX-512: LLVM's passes widen indices.
/// Requires: nothing. Guarantees: where four or more elements of a vector are indices into another,
/// they have at most as many bits as its elements, if those are bytes or more. Cost: in proportion
/// to the module's instructions.
///
///   %i = extractelement <16 x i32> %indices, i64 3
///   %r = extractelement <8 x i16> %a, i32 %i
/// becomes
///   %wide = zext <8 x i16> %a to <8 x i32>
///   %i = extractelement <16 x i32> %indices, i64 3
///   %e = extractelement <8 x i32> %wide, i32 %i
///   %r = trunc i32 %e to i16
bool widen_indexed_vectors(llvm::Module& module);

} // namespace compiler

#endif
