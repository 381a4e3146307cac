// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_SINGLE_STEPS_H
#define PASSES_WORK_ITEM_LOOPS_SINGLE_STEPS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// A loop over the work-items of a row in which the first step alone does anything, as one
/// work-item does behind `if (get_local_id(0) == 0)`, becomes that step.
///
/// Requires: work-group functions (work_item_loops.h). Looks at loops that end at their latch,
/// count up from 0 by a constant without wrapping, and begin with the test. That may ask for the
/// counter in 32 bits if it counts work-items (is_loop_of_work_items in loop_hints.h).
///
///   for (x = 0; x < n; x += 8)          becomes   if (0 - 0 < 8u) store %sum
///     if (0 - x < 8u) store %sum
bool single_steps(llvm::Module& module);

} // namespace compiler

#endif
