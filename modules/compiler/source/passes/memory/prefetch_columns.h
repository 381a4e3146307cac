// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_PREFETCH_COLUMNS_H
#define PASSES_MEMORY_PREFETCH_COLUMNS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Prefetches for the next work-items of a row where each goes down a column of global memory, as
/// in matrices that lie column by column. A loop that jumps from page to page brings a line for
/// each load. CPUs do not see that the next work-items read the lines beside these, and wait for
/// each. So the loop prefetches the line some places further on.
///
/// Requires: work-group functions; address spaces still there. Changes only loops in which little
/// is done for each load, and in which few lines are read side by side (several vectors of
/// work-items at once need no help). Columns that work-items of another dimension read as well are
/// in the cache already.
///
///   loop:
///     %p = gep float, %in, %j * 60032 + %x
///     %v = load <16 x float>, %p
/// is followed by
///     %p.later = gep i8, %p, 256
///     call void @llvm.prefetch(%p.later, ...)
bool prefetch_columns(llvm::Module& module);

} // namespace compiler

#endif
