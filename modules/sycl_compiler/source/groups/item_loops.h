// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_COMPILER_ITEM_LOOPS_H
#define SYCL_COMPILER_ITEM_LOOPS_H

#include <llvm/IR/Function.h>

namespace sycl_compiler {

/// What a hierarchical kernel allows.
struct ItemLoops {
  /// Each work-item of the device may do what the group does, with the same result, and its own
  /// part of what the work-items do.
  bool may_be_parallel = false;
  bool group_reads = false; ///< the group reads memory that work-items may write
};

/// Looks at a kernel whose loops over work-items, of one work-item of the device, stand between
/// calls of begin_items_function and end_items_function. All other code is the group's, of which
/// the same has to come for all work-items:
///   - it writes to no memory but variables, and calls nothing that does; loops only read these
///     variables, and other variables are in one loop alone, or are of item_memory_function;
///   - no value that a loop computes is used behind it, unless it would be the same there;
///   - neither asks for ids of work-items of the device, or meets others.
/// Requires: calls are inlined, variables are values where they can be, loops stand as they were.
/// Changes nothing.
///
///   int sum = 0;                                    // the group's
///   for_each_item { out[id] = in[id] * n; }         // may be parallel
///   for_each_item { sum += in[id]; }                // not with this one
[[nodiscard]] ItemLoops find_item_loops(llvm::Function& kernel);

} // namespace sycl_compiler

#endif
