// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_GROUP_ITEMS_H
#define PASSES_GROUP_FUNCTIONS_GROUP_ITEMS_H

#include "compiler/mux_builtins.h"

namespace compiler {

/// The product of a size over the three dimensions, i64: how many work-items a group has.
[[nodiscard]] llvm::Value* group_items(llvm::IRBuilder<>& builder, MuxBuiltin size);

/// The place of the work-item within its group, i64, x fastest (OpenCL C: get_local_linear_id).
[[nodiscard]] llvm::Value* linear_local_id(llvm::IRBuilder<>& builder);

/// The place of the work-item with the given ids (up to three) in its group.
[[nodiscard]] llvm::Value* linear_id(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> ids);

} // namespace compiler

#endif
