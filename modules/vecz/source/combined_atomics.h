// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_COMBINED_ATOMICS_H
#define VECZ_COMBINED_ATOMICS_H

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace vecz {

/// Metadata of an atomic operation that stands for those of all active lanes, so that cost models
/// do not take it for one of many.
inline constexpr llvm::StringLiteral combined_atomic = "vecz.combined";

[[nodiscard]] inline bool is_combined(const llvm::Instruction& atomic) {
  return atomic.hasMetadata(combined_atomic);
}

} // namespace vecz

#endif
