// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_SUB_GROUP_LANES_H
#define PASSES_GROUP_FUNCTIONS_SUB_GROUP_LANES_H

#include "passes/group_functions/sub_group_call.h"

namespace compiler {

/// Replaces a call of a sub-group function in a kernel whose sub-groups are the `width` lanes of a
/// vector form, by functions of vecz/lane_operations.h.
///
/// Requires: `__mux_get_local_id(0)` is the linear local id, and lane 0 has a multiple of `width`
/// (sub_groups.h).
///
///   %all = call i32 @_Z13sub_group_alli(i32 %p)
/// becomes
///   %no = icmp eq i32 %p, 0
///   %some = call i64 @vecz.ballot(i1 %no)
///   %is = icmp eq i64 %some, 0
///   %all = zext i1 %is to i32
void replace_for_lanes(const SubGroupCall& call, unsigned width);

} // namespace compiler

#endif
