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

/// Gives kernels that call functions of sub-groups (group_functions.h) their sub-groups: vector
/// forms whose lanes are neighbours in the linear local id, a masked one for what is left of a
/// group. Where vecz cannot do that, each work-item is a sub-group of its own. The size is a fact
/// of the kernel, in its attribute "lanewise-sub-group-size" (kernel_metadata.h), and depends on
/// nothing that is known of a launch: where the metadata "lanewise.sub_group_size" states it, it is
/// that one or an error. So it is with "intel_reqd_sub_group_size". LANEWISE_VECTORIZE says which
/// width, or none, as for others.
///
/// Requires: as vectorize.h; also without optimisation. Guarantees: no such function is called any
/// more. A kernel with sub-groups of several work-items carries "lanewise-linear-local-ids", asks
/// for no global id, and only its vector forms do what it does.
///
///   define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) {
///     %sum = call i32 @_Z20sub_group_reduce_addi(i32 %x)
/// becomes
///   define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) "lanewise-sub-group-size"="8"
///          !vecz.vectorized !{ptr @k.vecz.8, i32 8, i32 0, ptr @k.vecz.8.masked, i32 8, i32 1}
void sub_groups(llvm::Module& module, const SubGroupSettings& settings);

} // namespace compiler

#endif
