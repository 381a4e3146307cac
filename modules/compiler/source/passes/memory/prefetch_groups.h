// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_PREFETCH_GROUPS_H
#define PASSES_MEMORY_PREFETCH_GROUPS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// A group that reads all it needs and then computes for longer than a CPU looks ahead lets memory
/// wait meanwhile; so it fetches what a group some kilobytes further on in x will read, which the
/// same thread runs soon.
///
/// Requires: work-group functions; groups in registers (group_registers), without which there are
/// no such long ways without a loop. Does something only for kernels without loops, to reads of
/// global memory that every group does, at addresses that are known to be linear in its number.
///
///   %p = gep i32, %in, get_group_id(0) * 256
///   %v = load <16 x i32>, %p
/// is followed by
///   %p.later = gep i8, %p, 4096
///   call void @llvm.prefetch(%p.later, ...)
bool prefetch_groups(llvm::Module& module);

} // namespace compiler

#endif
