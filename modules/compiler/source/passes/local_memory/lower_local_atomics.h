// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCAL_MEMORY_LOWER_LOCAL_ATOMICS_H
#define PASSES_LOCAL_MEMORY_LOWER_LOCAL_ATOMICS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Replaces atomic operations on local memory by plain ones, which take a twentieth of the time.
/// For targets that run the work-items of a group on one thread, from one barrier to the next.
///
/// Requires: work-item loops made, as the steps before rely on atomic operations being kept apart;
/// address spaces still there. Guarantees: no atomicrmw or cmpxchg of local memory, and no atomic
/// load or store of it that has an order.
///
///   %old = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
/// becomes
///   %old = load i32, ptr addrspace(3) %p
///   %new = add i32 %old, 1
///   store i32 %new, ptr addrspace(3) %p
bool lower_local_atomics(llvm::Module& module);

} // namespace compiler

#endif
