// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PACKETIZING_PACKETIZE_H
#define VECZ_PACKETIZING_PACKETIZE_H

#include "remark.h"
#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Widens a kernel for one work-item to one for `width` of them, in place: what varies becomes
/// packets (packet.h), what is uniform stays as it is, and what is strided stays as the
/// value of lane 0 wherever that is enough, above all in addresses. Ids mean those of lane 0.
///
/// Requires: linear control flow (linearize); allocas static; all types that vary can_be_packet.
/// Guarantees: no words of mask_calls.h are left. Memory is touched for lanes of the mask
/// only. What was not done in one piece is said in `remarks`. Gives false, and leaves a function
/// that is of no use, if that would have more than `max_instructions`.
///
/// Cost: in proportion to what is made, of which an instruction makes a fixed number for each lane
/// at most. Tests at run time whether lanes lie side by side, which are the longest, are made for
/// 64 addresses; what is behind those gathers.
///
///   %p = getelementptr float, ptr %in, i64 %id
///   %v = load float, ptr %p
///   %w = fadd float %v, %x
/// becomes, 4 wide
///   %p = getelementptr float, ptr %in, i64 %id
///   %v = load <4 x float>, ptr %p, align 4
///   %w = fadd <4 x float> %v, (splat of %x)
[[nodiscard]] bool packetize(llvm::Function& function, unsigned width, const CallInfo& calls,
                             Remarks& remarks, size_t max_instructions);

} // namespace vecz

#endif
