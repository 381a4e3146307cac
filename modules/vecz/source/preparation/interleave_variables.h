// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_INTERLEAVE_VARIABLES_H
#define VECZ_PREPARATION_INTERLEAVE_VARIABLES_H

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <optional>

namespace vecz {

/// Lets private arrays lie element by element, of each the lanes side by side, instead of lane
/// after lane: an access that all lanes make at the same index is then one vector. Does so with
/// variables that are used for elements of one size only. Their offsets are multiplied by the width
/// and the element's size is left as metadata, from which packetize knows where the lanes are.
///
/// Requires: nothing. Guarantees: what `element_size` tells.
///
///   %w = alloca [16 x i32]
///   %p = getelementptr i32, ptr %w, i64 %i
/// becomes, for 4 lanes,
///   %w = alloca [16 x i32], !vecz.interleaved !{i64 4}
///   %o = mul i64 %i, 16
///   %p = getelementptr i8, ptr %w, i64 %o
bool interleave_variables(llvm::Function& function, unsigned width);

/// The bytes from lane to lane of a variable that lies so.
[[nodiscard]] std::optional<uint64_t> element_size(const llvm::AllocaInst& variable);

} // namespace vecz

#endif
