// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GRID_STRIDE_GLOBAL_IDS_H
#define PASSES_GRID_STRIDE_GLOBAL_IDS_H

#include <llvm/IR/Function.h>

namespace compiler {

/// Replaces a global id that a kernel computes from its group's id, the group's size and its local
/// id by a call of get_global_id. Where nothing else queries groups, the kernel then does not
/// depend on them (free_groups.h). Does nothing where the last group may be smaller than the
/// others. Whether anything was changed.
///
///   get_group_id(0) * get_local_size(0) + get_local_id(0)
/// becomes
///   get_global_id(0) - get_global_offset(0)
[[nodiscard]] bool name_global_ids(llvm::Function& kernel);

} // namespace compiler

#endif
