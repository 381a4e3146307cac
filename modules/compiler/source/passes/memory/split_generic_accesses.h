// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_SPLIT_GENERIC_ACCESSES_H
#define PASSES_MEMORY_SPLIT_GENERIC_ACCESSES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// A plain load or store through a generic pointer that is one of two, of different named address
/// spaces, becomes two behind the condition that chooses: each can then be what it is, side by side
/// or in local memory that needs none. At most 64 of a function.
///
/// Requires: address spaces still there, pointers in registers, address spaces inferred. Returns
/// whether anything was done.
///
///   %p = select i1 %c, ptr addrspace(4) %cast.of.global, ptr addrspace(4) %cast.of.local
///   %x = load float, ptr addrspace(4) %p
/// becomes
///   if (%c) %a = load float, ptr addrspace(1) %global; else %b = load float, ptr addrspace(3)
///   %local %x = phi float %a, %b
bool split_generic_accesses(llvm::Module& module);

} // namespace compiler

#endif
