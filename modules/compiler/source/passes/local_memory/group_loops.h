// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCAL_MEMORY_GROUP_LOOPS_H
#define PASSES_LOCAL_MEMORY_GROUP_LOOPS_H

#include "vecz/cost.h"

#include <llvm/IR/Module.h>

namespace compiler {

// The steps before group_registers (group_registers.h), which needs constant addresses and masks.
// They work on kernels that select_group_registers has marked and unroll their loops, inner ones
// first. Each unrolling makes constants that the next step needs, so simplify_group_kernels runs
// after each. All require work-group functions (work_item_loops).

/// Marks kernels whose local memory may become registers: of a known local size, with small blocks
/// of memory, all of whose uses are accesses of elements of 32 or 64 bits. An argument in local
/// memory is taken to have an element for each work-item.
bool select_group_registers(llvm::Module& module,
                            const vecz::VectorRegisters& registers = {512, 8});

/// Runs a few of LLVM's passes over marked kernels that have changed. Guarantees: constants are
/// folded, loops are simplified and in LCSSA form.
bool simplify_group_kernels(llvm::Module& module);

/// Unrolls the loops over work-items of marked kernels, and those that work-items have, as far as
/// they are short.
bool unroll_item_loops(llvm::Module& module);

/// Unrolls the loops on whose counters addresses and masks depend. Kernels in which some would not
/// become constants lose their mark.
bool unroll_group_loops(llvm::Module& module, const vecz::VectorRegisters& registers = {512, 8});

} // namespace compiler

#endif
