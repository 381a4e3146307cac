// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef INTERLEAVE_PRIVATE_H
#define INTERLEAVE_PRIVATE_H

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <optional>

namespace vecz {

/// Lays private arrays out element after element, with those of all lanes side by side, so that an
/// element with the same index in all lanes is one vector: it is loaded and stored without gathers,
/// and becomes a register where loops are unrolled later. What is accessed in pieces of several
/// sizes, or whose address goes anywhere but to loads and stores, stays as it is, lane after lane.
///
/// Requires: nothing. Guarantees: such a variable is as large as those of all lanes and carries
/// !vecz.interleaved with the bytes from lane to lane; addresses in it are those of lane 0.
///
///   %a = alloca [8 x float]
///   %p = getelementptr float, ptr %a, i64 %i
/// becomes, 4 wide
///   %a = alloca [128 x i8], !vecz.interleaved !{i64 4}
///   %o = mul i64 %i, 16
///   %p = getelementptr i8, ptr %a, i64 %o
bool interleave_private(llvm::Function& function, unsigned width);

/// The bytes from lane to lane, if the variable is one of those.
[[nodiscard]] std::optional<int64_t> interleaved_stride(const llvm::AllocaInst& variable);

} // namespace vecz

#endif
