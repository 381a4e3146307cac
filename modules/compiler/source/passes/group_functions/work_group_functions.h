// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_WORK_GROUP_FUNCTIONS_H
#define PASSES_GROUP_FUNCTIONS_WORK_GROUP_FUNCTIONS_H

#include "passes/group_functions/group_functions.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>

namespace compiler {

/// Bytes of local memory that the body of a function needs for groups of up to `max_items`.
[[nodiscard]] uint64_t scratch_bytes(const llvm::Function& function, const GroupFunction& what,
                                     uint64_t max_items);

/// Gives a body to `function`, a declaration that `what` describes. Each work-item writes its value
/// to `scratch`, local memory that such functions share; the first work-item combines the values, a
/// vector of neighbours in the linear local id at a time; each reads its result. Barriers separate
/// the three steps. In which order floating-point numbers are added depends on their number and
/// `shifted_bytes` only (define_group_functions.h).
/// Requires that no work-item still reads `scratch` when the function is called.
void define_work_group_function(llvm::Function& function, const GroupFunction& what,
                                llvm::GlobalVariable& scratch, uint64_t shifted_bytes);

void create_group_barrier(llvm::IRBuilder<>& builder);

} // namespace compiler

#endif
