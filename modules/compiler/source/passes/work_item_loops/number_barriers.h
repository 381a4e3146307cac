// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_NUMBER_BARRIERS_H
#define PASSES_WORK_ITEM_LOOPS_NUMBER_BARRIERS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Gives each work-group barrier of a kernel a number, from 1, in block order, and then each
/// progress point, as its first operand. Clones of a kernel (by the vectoriser) keep the numbers,
/// so that the work-items of a group meet at the same barrier whichever clone they run in.
///
/// Requires: barriers in kernels only (inline_group_functions), and nothing afterwards that
/// duplicates or merges barriers. Guarantees: ids are distinct within a kernel.
bool number_barriers(llvm::Module& module);

} // namespace compiler

#endif
