// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_VERSION_INDICES_H
#define VECZ_CONTROL_FLOW_VERSION_INDICES_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Versions accesses for lanes of which none is at a border. An index that is clamped, wrapped,
/// mirrored or exchanged at the borders of an array, as those of neighbours are in filters and
/// stencils, is a sum of an id and something uniform in almost all vectors, and then lanes lie side
/// by side. The accesses of a block that such indices lead to get a copy with the plain indices,
/// and so does what stands between them. Tests of the first or last lane choose it.
///
///   %left = call i32 @llvm.smax(i32 %x.minus.1, i32 0)
///   %a = load float, (%p + %left)
/// becomes
///   %left = call i32 @llvm.smax(i32 %x.minus.1, i32 0)
///   %outside = icmp slt i64 %x, 1
///   br (ballot(%outside) == 0), label %inside, label %border
///   inside: %a.1 = load float, (%p + %x.minus.1)
///   border: %a.2 = load float, (%p + %left)
///
/// Indices of this kind are minima and maxima with a uniform bound, choices of an id's sum and
/// something uniform or a sum that falls, remainders of a uniform divisor, distances, and
/// saturating differences.
///
/// Requires: prepared (pipeline.h). Guarantees: the same. Returns whether anything changed. Cost:
/// where there is no index of this kind, one look at each instruction.
bool version_indices(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
