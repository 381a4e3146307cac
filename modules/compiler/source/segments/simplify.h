// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_SIMPLIFY_H
#define COMPILER_SIMPLIFY_H

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace compiler {

/// The passes of LLVM's that make what our own rely on: small functions are inlined, private
/// variables are in registers, constant ids are constants, and generic pointers have the named
/// address space that they certainly point into. They are for no target yet
/// (vecz/pre_vectorization_target.h).
[[nodiscard]] llvm::ModulePassManager simplification(const llvm::Module& module);

/// To be done behind them: removes promises about memory whose declarations they have removed.
void repair_promises(llvm::Module& module);

/// Both, with analyses of their own.
bool simplify(llvm::Module& module);

} // namespace compiler

#endif
