// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_PROGRAM_VARIABLES_H
#define PASSES_MEMORY_PROGRAM_VARIABLES_H

#include "binary/container.h"
#include "compiler/context.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// The variables of a program in global memory, for its container: offsets in their block, initial
/// values, and which words of these are addresses in the block. A constant variable is among them
/// if its address or its own initial value depends on the others, or if it has more than 1 MiB.
/// Initial values that cannot be represented are reported. The result depends on the variables of
/// the module alone, so that a part or a variant of the program that has all of them has them at
/// the same places.
[[nodiscard]] std::vector<binary::Variable> variable_table(Context& context,
                                                           const llvm::Module& module);

/// Moves these variables to the block that belongs to the program and the device
/// (`__mux_get_program_variables`). Variables that are constant, only read and no larger than 1 MiB
/// stay: each object may have its own.
///
/// Requires: the module of `variable_table`, before anything has removed or added variables.
/// Guarantees: no function refers to a variable of address space 1 that is not constant.
///
///   @counter = addrspace(1) global i32 0
///   %old = load i32, ptr addrspace(1) @counter
/// becomes
///   %variables = call ptr addrspace(1) @__mux_get_program_variables()
///   %counter = getelementptr inbounds i8, ptr addrspace(1) %variables, i64 0
///   %old = load i32, ptr addrspace(1) %counter
bool program_variables(llvm::Module& module);

} // namespace compiler

#endif
