// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_FACTS_LONG_WORK_ITEMS_H
#define PASSES_FACTS_LONG_WORK_ITEMS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Attribute of a kernel whose work-items may take long.
inline constexpr llvm::StringLiteral long_work_items_mark = "lanewise-long-work-items";

/// Finds kernels with loops: a few of their work-items may be worth a group, so that small launches
/// have groups for all threads.
///
/// Requires: one function a kernel. Guarantees: nothing but `long_work_items_mark` on kernels is
/// changed. Cost: one walk over each kernel's blocks.
///
///   kernel void k(global float *p, int n) {
///     float sum = 0;
///     for (int i = 0; i < n; i++) sum += p[i];
///     p[get_global_id(0)] = sum;
///   }
/// becomes one with "lanewise-long-work-items".
bool long_work_items(llvm::Module& module);

} // namespace compiler

#endif
