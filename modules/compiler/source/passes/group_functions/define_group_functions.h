// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_DEFINE_GROUP_FUNCTIONS_H
#define PASSES_GROUP_FUNCTIONS_DEFINE_GROUP_FUNCTIONS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Gives bodies to the collective functions of work-groups that a module declares and uses
/// (group_functions.h). The bodies are made of the `__mux_*` vocabulary: work-items exchange values
/// through local memory between barriers. The functions of sub-groups stay for the pass sub-groups
/// (sub_groups.h); they get attributes that keep other passes from moving them.
///
/// `shifted_bytes`: up to that size, one instruction of the target makes a vector of the end of one
/// and the beginning of another one.
/// Requires: no group has more than `max_items` work-items. Takes no more memory than the groups of
/// kernels with a required size need, if there are no others. Guarantees: no such function of
/// work-groups is only declared; the new bodies are inlined by inline_group_functions or
/// simplification.
///
///   %sum = call i32 @_Z21work_group_reduce_addi(i32 %x)     ; a declaration
/// keeps its call, and the function becomes
///   @group.scratch = internal addrspace(3) global [16384 x i8] undef
///   define internal i32 @_Z21work_group_reduce_addi(i32 %x) {
///     group.scratch[linear id] = %x; barrier
///     if (linear id == 0) { group.scratch[0] = sum of group.scratch[0..items] }
///     barrier; return group.scratch[0]
/// A barrier before the call keeps apart what it writes from what a call before it has left; the
/// first one in a kernel needs none.
bool define_group_functions(llvm::Module& module, uint64_t max_items, uint64_t shifted_bytes);

} // namespace compiler

#endif
