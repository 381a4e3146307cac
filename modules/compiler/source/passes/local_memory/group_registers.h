// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCAL_MEMORY_GROUP_REGISTERS_H
#define PASSES_LOCAL_MEMORY_GROUP_REGISTERS_H

#include "vecz/cost.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Keeps the local variables of a small work-group, what its arguments in local memory point to,
/// and values that its work-items keep across barriers, in vector registers: an access with a
/// constant address, under a constant mask if any, becomes shuffles of registers. So values that
/// are written and read again shifted by some work-items do not go through memory, whose stores
/// could not be forwarded to such loads.
///
/// Requires: work-group functions (work_item_loops), no atomic operations on local memory
/// (lower_local_atomics), and the steps of group_loops.h, which mark kernels and make addresses
/// constant. Changes marked kernels in which every access to the blocks is at a constant place; the
/// blocks then are not used. Guarantees: no kernel is marked.
///
///   store <16 x i32> %v, (local + 0)            becomes     %t = %v
///   %w = load <16 x i32>, (local - 4),                      %w = shufflevector %t, 0, <16, 0, 1,
///        mask <0, 1, 1, ...>                                                          2, ... 14>
bool group_registers(llvm::Module& module, const vecz::VectorRegisters& registers = {512, 8});

} // namespace compiler

#endif
