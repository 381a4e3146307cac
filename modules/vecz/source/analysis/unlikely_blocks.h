// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_ANALYSIS_UNLIKELY_BLOCKS_H
#define VECZ_ANALYSIS_UNLIKELY_BLOCKS_H

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace vecz {

/// The blocks that run only where a branch whose weights say that it is likely goes the other way:
/// the code that another block is a better copy of (full_paths.h, version_indices.h).
[[nodiscard]] llvm::SmallPtrSet<const llvm::BasicBlock*, 8>
unlikely_blocks(llvm::Function& function);

} // namespace vecz

#endif
