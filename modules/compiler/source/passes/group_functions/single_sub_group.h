// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_SINGLE_SUB_GROUP_H
#define PASSES_GROUP_FUNCTIONS_SINGLE_SUB_GROUP_H

#include "passes/group_functions/sub_group_call.h"

namespace compiler {

/// Replaces a call of a sub-group function in a kernel whose sub-groups are single work-items:
/// shuffles give the value back, reductions are the value itself, bit 0 of a ballot is the
/// predicate.
void replace_for_one_item(const SubGroupCall& call);

} // namespace compiler

#endif
