// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCAL_MEMORY_PREFETCH_GROUPS_H
#define PASSES_LOCAL_MEMORY_PREFETCH_GROUPS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Prefetches for later groups. A group that loads everything first and then computes for longer
/// than a CPU looks ahead leaves memory idle. So it prefetches the data of a group some kilobytes
/// further on in x, which the same thread runs soon.
///
/// Requires: work-group functions; groups in registers (group_registers), without which such code
/// has loops. Changes only kernels without loops, and prefetches only for loads from global memory
/// that every group does, at addresses that are known to be affine in its number.
///
///   %p = gep i32, %in, get_group_id(0) * 256
///   %v = load <16 x i32>, %p
/// is followed by
///   %p.later = gep i8, %p, 4096
///   call void @llvm.prefetch(%p.later, ...)
bool prefetch_groups(llvm::Module& module);

} // namespace compiler

#endif
