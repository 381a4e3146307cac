// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_GROUP_REGISTERS_H
#define PASSES_MEMORY_GROUP_REGISTERS_H

#include "vecz/cost.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Keeps the local variables of a small work-group, and what its work-items keep across barriers,
/// in vector registers: loops over work-items, and those around them whose lengths are constants,
/// are unrolled, and an access that then has a constant address, under a constant mask if any,
/// becomes shuffles of registers. What is written and read again shifted by some work-items, round
/// by round, so does not go through memory, which could not forward it.
///
/// Requires: work-group functions (work_item_loops), plain local atomics. Does something only for
/// kernels whose local size is known, whose elements are of 32 bits, and if both blocks of memory
/// are small and every access to them becomes one of a constant place; the blocks then are not
/// used.
///
///   store <16 x i32> %v, (local + 0)            becomes     %t = %v
///   %w = load <16 x i32>, (local - 4),                      %w = shufflevector %t, 0, <16, 0, 1,
///        mask <0, 1, 1, ...>                                                          2, ... 14>
bool group_registers(llvm::Module& module, const vecz::VectorRegisters& registers = {512, 8});

} // namespace compiler

#endif
