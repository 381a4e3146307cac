// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_LOWER_PIPES_H
#define PASSES_BUILT_INS_LOWER_PIPES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Replaces pipes by addresses of global memory (builtins/pipe.h) and reservations by numbers, so
/// that the library of built-ins can define their functions. In functions of work-groups and
/// sub-groups, one work-item reserves for all, and commits when all have arrived. Calls that read
/// or write packets stay calls, one for each work-item (vecz/vector_functions.h: `done_by_lane`):
/// the loops in them gain nothing from vector lanes, which would compete for the same words.
///
/// Requires: the functions of pipes are declared only. Before define-group-functions, as what it
/// makes calls such. Guarantees: no value is a pipe or a reservation.
///
///   declare i32 @__read_pipe_2(target("spirv.Pipe", 0), ptr addrspace(4), i32, i32)
/// becomes
///   declare i32 @__read_pipe_2(ptr addrspace(1), ptr addrspace(4), i32, i32)
bool lower_pipes(llvm::Module& module);

/// Whether a function that a module declares is one of those.
[[nodiscard]] bool is_pipe_function(llvm::StringRef name);

[[nodiscard]] bool is_pipe(const llvm::Type* type);

} // namespace compiler

#endif
