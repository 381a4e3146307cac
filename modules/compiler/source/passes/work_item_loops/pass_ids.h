// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_PASS_IDS_H
#define PASSES_WORK_ITEM_LOOPS_PASS_IDS_H

#include "compiler/mux_builtins.h"

#include <llvm/ADT/SetVector.h>

namespace compiler {

/// Whether a function of the vocabulary gives a number that a caller could pass as an argument: an
/// id or a size.
[[nodiscard]] bool can_be_passed(MuxBuiltin builtin);

/// Passes ids and sizes as further arguments to functions that ask for them, or that call functions
/// which do; kernels ask for them at their entry. For functions that would be too large to inline
/// (inline_group_functions.h).
///
/// Requires: no recursion; `functions` query only values that can be passed, and are called by each
/// other and by kernels only. Cost: in proportion to the module.
///
///   define i32 @f(i32 %x)                       becomes    define i32 @f(i32 %x, i64 %global.id.0)
///     %id = call i64 @__mux_get_global_id(i32 0)
void pass_ids(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions);

} // namespace compiler

#endif
