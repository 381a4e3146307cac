// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PACKETIZING_PACKETIZE_H
#define VECZ_PACKETIZING_PACKETIZE_H

#include "remark.h"
#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Widens a kernel for one work-item to one for `width` work-items, in place. Varying values become
/// packets (packet.h) and uniform ones stay as they are. Strided values stay the scalar of lane 0
/// wherever that is enough, above all in addresses. Ids are those of lane 0.
///
/// Requires: linear control flow (linearize); allocas are static; all types that vary
/// can_be_packet. Guarantees: no functions of mask_calls.h are left. Memory is touched only for the
/// lanes of the mask. `remarks` list accesses and calls that are not one vector instruction. If the
/// function would have more than `max_instructions`, the result is false and the function must not
/// be used.
///
/// Cost: in proportion to the instructions that are made; one instruction becomes a fixed number
/// for each lane at most. The longest code is that of tests at run time whether lanes are
/// consecutive. It is made for 64 addresses; further ones gather.
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
