// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_CONSTANT_LOADS_H
#define PASSES_MEMORY_CONSTANT_LOADS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Tells LLVM that nothing changes constant memory while a kernel runs, so that loads of it do not
/// have to stay in order with other accesses.
///
/// Requires: address spaces still there. Guarantees: every plain load of address space 2 has
/// `!invariant.load`.
///
///   %x = load i32, ptr addrspace(2) %p
/// becomes
///   %x = load i32, ptr addrspace(2) %p, !invariant.load !{}
bool constant_loads(llvm::Module& module);

} // namespace compiler

#endif
