// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_EVALUATE_CONSTRUCTORS_H
#define PASSES_MEMORY_EVALUATE_CONSTRUCTORS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Evaluates the initialisers of program-scope variables of C++ for OpenCL (`llvm.global_ctors`;
/// The C++ for OpenCL 1.0 and 2021 Programming Language Documentation, "Construction,
/// initialization and destruction"), and makes the results the variables' initial values. Clang's
/// kernels that do this at run time, which nothing would call, are removed.
///
/// Reports an error for each variable whose initialisation cannot be evaluated, such as one that
/// calls a built-in function or takes a generic pointer to another variable.
///
/// Requires: the whole program, before anything reads initial values or lists kernels. Guarantees:
/// there is no `llvm.global_ctors`, or an error was reported. Whether the module changed.
///
///   @x = addrspace(1) global i32 0                    @x = addrspace(1) global i32 7
///   @llvm.global_ctors = … @_GLOBAL__sub_I_file  =>
///   define internal void @init() { store i32 7, ptr addrspace(1) @x … }
///   define internal spir_kernel void @_GLOBAL__sub_I_file() { call void @init() … }
bool evaluate_constructors(llvm::Module& module);

} // namespace compiler

#endif
