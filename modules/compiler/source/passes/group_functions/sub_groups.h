// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_SUB_GROUPS_H
#define PASSES_GROUP_FUNCTIONS_SUB_GROUPS_H

#include "vecz/vector_registers.h"

#include <llvm/IR/Module.h>

namespace compiler {

struct SubGroupSettings {
  unsigned width = 8; ///< work-items of a sub-group, unless a kernel or the environment says other
  vecz::VectorRegisters registers = {256, 32}; ///< of the target
  bool report = false;                         ///< notes in the build log
};

/// Gives sub-groups to kernels that call functions of sub-groups (group_functions.h): vector forms
/// whose lanes are neighbours in the linear local id, and a masked form for the rest of a group.
/// Where vecz cannot make these, each work-item is a sub-group of its own. The size is a property
/// of the kernel, in its attribute "lanewise-sub-group-size" (kernel_metadata.h), and does not
/// depend on a launch. Where the metadata "lanewise.sub_group_size" or "intel_reqd_sub_group_size"
/// states a size, the kernel gets that size, or the build fails. If such a kernel only asks for
/// places in sub-groups (is_position_query) and a vector form is not worth making, or work-items
/// wait for each other, it stays scalar and computes these places. LANEWISE_VECTORIZE chooses the
/// width, or none, as for other kernels; kernels that exchange values get a width that it names
/// even if the vector form is not worth making, unless work-items wait for each other.
///
/// Requires: what vectorize.h requires; runs without optimisation as well. Guarantees: no such
/// function is called any more. A kernel whose sub-groups are vector forms carries
/// "lanewise-linear-local-ids" and asks for no global id; its vector forms alone do what the
/// program says.
///
///   define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) {
///     %sum = call i32 @_Z20sub_group_reduce_addi(i32 %x)
/// becomes
///   define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) "lanewise-sub-group-size"="8"
///          !vecz.vectorized !{ptr @k.vecz.8, i32 8, i32 0, ptr @k.vecz.8.masked, i32 8, i32 1}
void sub_groups(llvm::Module& module, const SubGroupSettings& settings);

} // namespace compiler

#endif
