// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_LOWER_PIPES_H
#define PASSES_BUILT_INS_LOWER_PIPES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Replaces pipes by addresses of global memory (builtins/pipe.h) and reservations by numbers, so
/// that the library of built-ins can define their functions. In functions of work-groups and
/// sub-groups, one work-item reserves for all, and commits when all have arrived. Of the lanes that
/// together read or write a packet without a reservation, one reserves for all as many packets as
/// there are or have room: lanes compete for the words of a pipe no more than once. The calls that
/// reserve stay calls (vecz/vectorize.h: `done_by_lane`), as do those on an application's
/// reservations: the loops in them gain nothing from vector lanes.
///
/// Requires: the functions of pipes are declared only. Before define-group-functions, as what it
/// makes calls such. Guarantees: no value is a pipe or a reservation; where work-items run one by
/// one, `single-lanes` has to follow.
///
///   declare i32 @__read_pipe_4(target("spirv.Pipe", 0), target("spirv.ReserveId"), i32,
///                              ptr addrspace(4), i32, i32)
/// becomes
///   declare i32 @__read_pipe_4(ptr addrspace(1), i64, i32, ptr addrspace(4), i32, i32)
///
///   %failed = call i32 @__read_pipe_2(%pipe, %to, i32 4, i32 4)
/// becomes, in a function of that name,
///   %active = call i64 @vecz.ballot(i1 true)
///   br i1 %is.first, label %reserving, label %moving
/// reserving:
///   %taken = call i64 @__lanewise_reserve_read_packets(%pipe, %count, i32 4, i32 4)
/// moving:
///   %reservation = call i64 @vecz.read.i64(i64 %taken, i32 %first)
///   %failed = call i32 @__lanewise_read_packet(%pipe, %reservation, %before, %to, i32 4, i32 4)
bool lower_pipes(llvm::Module& module);

/// Whether a function that a module declares is one of those.
[[nodiscard]] bool is_pipe_function(llvm::StringRef name);

[[nodiscard]] bool is_pipe(const llvm::Type* type);

} // namespace compiler

#endif
