// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_LEAVE_GUARDED_LOOPS_H
#define PASSES_WORK_ITEM_LOOPS_LEAVE_GUARDED_LOOPS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Leaves a loop when the condition around all that it does has become false and cannot become true
/// again, because the loop's counter has passed a bound. In a reduction of 256 work-items through
/// local memory only an eighth of the steps does anything.
///
/// Behind LLVM's optimisation, which would not vectorise or unroll a loop with two exits. Requires:
/// nothing. Guarantees: nothing. Cost: in proportion to the blocks of loops.
///
///   for (x = 0; x < 256; x += 8)        becomes     for (x = 0; x < 256; x += 8) {
///     if (x < s) …                                    if (x >= s) break;
///                                                     … }
bool leave_guarded_loops(llvm::Module& module);

} // namespace compiler

#endif
