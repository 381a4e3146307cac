// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_SUB_GROUP_FUNCTIONS_H
#define PASSES_SUB_GROUP_FUNCTIONS_H

#include "passes/group_functions.h"

namespace compiler {

/// Gives `function`, a declaration that `what` describes, the body that it has when each work-item
/// is a sub-group of its own: shuffles give the value back, reductions are the value itself, bit 0
/// of a ballot is the predicate.
void define_sub_group_function(llvm::Function& function, const GroupFunction& what);

} // namespace compiler

#endif
