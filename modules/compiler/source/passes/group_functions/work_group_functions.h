// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_WORK_GROUP_FUNCTIONS_H
#define PASSES_GROUP_FUNCTIONS_WORK_GROUP_FUNCTIONS_H

#include "passes/group_functions/group_functions.h"

#include <llvm/IR/GlobalVariable.h>

namespace compiler {

/// Bytes of local memory that the body of a function needs for groups of up to `max_items`.
[[nodiscard]] uint64_t scratch_bytes(const llvm::Function& function, const GroupFunction& what,
                                     uint64_t max_items);

/// Gives a body to `function`, a declaration that `what` describes. Each work-item writes its value
/// to `scratch`, local memory that such functions share; the first work-item combines the values,
/// in the order of linear local ids; each reads its result. Barriers separate the three steps.
void define_work_group_function(llvm::Function& function, const GroupFunction& what,
                                llvm::GlobalVariable& scratch);

} // namespace compiler

#endif
