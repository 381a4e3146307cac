// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ANALYSES_EARLY_RETURNS_H
#define PASSES_ANALYSES_EARLY_RETURNS_H

#include "vecz/uniformity.h"

namespace compiler {

/// Whether some work-items of a group may return where others go on to a barrier, as in
///
///   if (get_global_id(0) >= n) return;
///   barrier(CLK_LOCAL_MEM_FENCE);
///
/// OpenCL leaves this undefined, but programs rely on it, since GPUs count work-items that have
/// returned as arrived. `uniformity`: that of the group (group_call_info.h). Cost: in proportion to
/// the blocks times the divergent branches around barriers.
[[nodiscard]] bool may_return_before_a_barrier(llvm::Function& kernel,
                                               const vecz::Uniformity& uniformity);

} // namespace compiler

#endif
