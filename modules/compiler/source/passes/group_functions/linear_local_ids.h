// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_LINEAR_LOCAL_IDS_H
#define PASSES_GROUP_FUNCTIONS_LINEAR_LOCAL_IDS_H

#include <llvm/IR/Function.h>

namespace compiler {

/// Numbers the work-items of a group in one row: the kernel's local id in x becomes the linear
/// local id, and the ids that the kernel asked for are computed from it. The attribute
/// "lanewise-linear-local-ids" (kernel_metadata.h) tells work_item_loops.
///
/// Requires: the kernel holds all uses of the vocabulary. Guarantees: it asks for no global id and
/// for no local id but the one in x.
///
///   %y = call i64 @__mux_get_local_id(i32 1)
/// becomes
///   %linear = trunc i64 @__mux_get_local_id(i32 0) to i32
///   %y = zext (urem (udiv i32 %linear, size in x), size in y) to i64
void use_linear_local_ids(llvm::Function& kernel);

} // namespace compiler

#endif
