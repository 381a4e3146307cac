// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_SCALAR_SUB_GROUPS_H
#define PASSES_GROUP_FUNCTIONS_SCALAR_SUB_GROUPS_H

#include "passes/group_functions/sub_group_call.h"

namespace compiler {

/// Replaces a call that tells a work-item its place in sub-groups of `width` (is_position_query) by
/// arithmetic on the linear local id. The kernel stays one for a single work-item.
///
/// Requires: `width` is a power of two.
///
///   %lane = call i32 @_Z22get_sub_group_local_idv()
/// becomes
///   %linear = the linear local id, i64
///   %lane = and i32 (trunc i64 %linear to i32), 7
void replace_for_scalar_code(const SubGroupCall& call, unsigned width);

} // namespace compiler

#endif
