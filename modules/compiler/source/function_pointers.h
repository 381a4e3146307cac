// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUNCTION_POINTERS_H
#define FUNCTION_POINTERS_H

#include "binary/container.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Gives functions that are called through pointers numbers for addresses, and makes direct calls
/// of the calls: work-items of a kernel have their ids in whatever it calls, so it has to know what
/// that is. A number depends on the function's name alone and is no address that memory could have,
/// so it means the same in all parts and variants of a program and is worthless in another one. A
/// call that finds no function for its pointer stops the kernel.
///
/// Requires: a linked module; nothing has been inlined. Guarantees: no call is through a pointer.
/// Does nothing to modules that neither call through pointers nor have the attribute
/// `referenced-indirectly` (spirv-ll/read.h).
///
///   %y = call i32 %pointer(i32 %x)
/// becomes
///   %y = call i32 @call.through.pointer(i64 %address, i32 %x)
/// which calls the functions of this type whose addresses are taken, or may be by the host:
///   switch i64 %address, label %trap [i64 -6148914691236517206, label %call.f …]
bool call_functions_by_number(llvm::Module& module);

/// Expressions that cast a function's address to another address space become the same expressions
/// of `number`.
void replace_cast_address(llvm::Function& function, uint64_t number);

/// The functions that have numbers and names that the host may know, for the program's container.
[[nodiscard]] std::vector<binary::Function> function_table(const llvm::Module& module);

} // namespace compiler

#endif
