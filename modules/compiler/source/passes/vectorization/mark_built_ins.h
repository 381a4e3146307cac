// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_VECTORIZATION_MARK_BUILT_INS_H
#define PASSES_VECTORIZATION_MARK_BUILT_INS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Annotates instructions of built-in functions (vecz::of_a_built_in), so that the report leaves
/// them out: they are at the place of a call once they are inlined, and the user cannot change
/// them. Functions of one block are what the call says, an atomic operation for one, and stay in
/// it.
///
/// Requires: the functions of the program, and no others, have debug information; where none has,
/// nothing is known. To run when built-in functions have been linked, before any is inlined.
/// Cost: in proportion to the built-in functions.
bool mark_built_ins(llvm::Module& module);

} // namespace compiler

#endif
