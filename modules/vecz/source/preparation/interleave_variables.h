// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_INTERLEAVE_VARIABLES_H
#define VECZ_PREPARATION_INTERLEAVE_VARIABLES_H

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <optional>

namespace vecz {

/// Interleaves private arrays: element 0 of all lanes comes first, then element 1 of all lanes, and
/// so on, instead of lane after lane. An access that all lanes make at the same index is then one
/// vector. This is done for variables that are used for elements of one size only. Their offsets
/// are multiplied by the width; the element's size is kept as metadata, which tells packetize where
/// the lanes are.
///
/// Requires: nothing. Guarantees: `element_size` tells the size for interleaved variables.
///
///   %w = alloca [16 x i32]
///   %p = getelementptr i32, ptr %w, i64 %i
/// becomes, for 4 lanes,
///   %w = alloca [16 x i32], !vecz.interleaved !{i64 4}
///   %o = mul i64 %i, 16
///   %p = getelementptr i8, ptr %w, i64 %o
bool interleave_variables(llvm::Function& function, unsigned width);

/// The bytes from lane to lane of an interleaved variable.
[[nodiscard]] std::optional<uint64_t> element_size(const llvm::AllocaInst& variable);

} // namespace vecz

#endif
