// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_SPLIT_ODD_LOADS_H
#define PASSES_LLVM_LIMITS_SPLIT_ODD_LOADS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Splits loads of vectors for which LLVM's code generation has no simple type, such as 13
/// elements. Where the first element of such a vector is repeated, LLVM 22 asks for that type and
/// crashes. LLVM's passes make these loads from larger ones of which the rest is not used.
///
/// To run behind LLVM's passes, which would join the parts, and before legalize_shuffles. Requires:
/// nothing. Guarantees: the vectors of loads that are neither volatile nor atomic have simple types
/// (llvm::EVT). Cost: in proportion to the elements of these vectors.
///
///   %a = load <13 x i32>, ptr %p
/// becomes loads of 8, 4 and 1 elements, and %a is put together of them, or, where all users are
/// shuffles of it and extracts, each of these of the elements that it takes.
bool split_odd_loads(llvm::Module& module);

} // namespace compiler

#endif
