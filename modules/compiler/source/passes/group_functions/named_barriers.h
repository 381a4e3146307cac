// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_NAMED_BARRIERS_H
#define PASSES_GROUP_FUNCTIONS_NAMED_BARRIERS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// A named barrier in local memory, as words (i32): how many sub-groups meet, how many have
/// arrived, and how often they have met.
inline constexpr unsigned named_barrier_words = 3;

/// Gives bodies to the functions of cl_khr_subgroup_named_barrier (lanewise_opencl.h) that a module
/// declares. The sub-group that arrives last counts the meeting; the others wait for that at a
/// progress point (progress_points.h). One work-item counts for its sub-group, so a kernel that
/// waits has sub-groups.
///
/// Requires: nothing. Guarantees: no such function is only declared; the new bodies are inlined by
/// inline_group_functions. Only calls of `__mux_get_named_barrier` are left, which local_variables
/// replaces.
///
///   call void @_Z24work_group_named_barrierPU3AS314__namedBarrierj(ptr addrspace(3) %b, i32 1)
/// keeps its call, and the function becomes
///   sub_group_barrier; met = b[2];
///   if (sub_group_elect()) { if (++b[1] == b[0]) { b[1] = 0; b[2] = met + 1; } }
///   while (b[2] == met) progress point;
///   sub_group_barrier
bool define_named_barriers(llvm::Module& module);

/// Whether a function that a program only declares is one of them.
[[nodiscard]] bool is_named_barrier_function(llvm::StringRef name);

} // namespace compiler

#endif
