// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ADDRESS_SPACES_SPLIT_GENERIC_ACCESSES_H
#define PASSES_ADDRESS_SPACES_SPLIT_GENERIC_ACCESSES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Splits a plain load or store through a generic pointer that a condition chooses from two
/// pointers of different named address spaces: behind a branch on the condition there is one access
/// for each. Later passes then treat each as any access of its address space. At most 64 accesses
/// of a function are split.
///
/// Requires: address spaces still there, pointers in registers, address spaces inferred. Returns
/// whether anything was done.
///
///   %p = select i1 %c, ptr addrspace(4) %cast.of.global, ptr addrspace(4) %cast.of.local
///   %x = load float, ptr addrspace(4) %p
/// becomes
///   if (%c) %a = load float, ptr addrspace(1) %global
///   else    %b = load float, ptr addrspace(3) %local
///   %x = phi float %a, %b
bool split_generic_accesses(llvm::Module& module);

} // namespace compiler

#endif
