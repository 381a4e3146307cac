// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_FACTS_FOLD_LAUNCH_FACTS_H
#define PASSES_FACTS_FOLD_LAUNCH_FACTS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Replaces facts that hold for every launch by constants. In a kernel with `reqd_work_group_size`
/// these are calls of `__mux_get_local_size` and `__mux_get_enqueued_local_size` for constant
/// dimensions; local ids get their range. (Smaller groups run other code: LaunchFacts.) Everywhere
/// they are `__mux_get_work_dim` and `__mux_get_global_offset`, if the module flags
/// "lanewise.work_dim" and "lanewise.zero_offset" say so (compiler/source/specialize.h).
///
/// Requires: functions that ask are inlined into the kernels (inline-group-functions).
///
///     %n = call i64 @__mux_get_local_size(i32 0)     ; reqd_work_group_size(64, 1, 1)
///     use(%n)                                        ; becomes use(64)
bool fold_launch_facts(llvm::Module& module);

} // namespace compiler

#endif
