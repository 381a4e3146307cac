// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_SELECT_ELEMENTS_H
#define VECZ_PREPARATION_SELECT_ELEMENTS_H

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace vecz {

/// Elements of an array among which an index that is not constant may choose.
inline constexpr uint64_t max_selected = 8;

/// Replaces accesses of private arrays at an index that is not constant by accesses of all elements
/// that it may choose, and selections. SROA then turns the elements into values, where lanes would
/// gather from memory. Done for arrays all of whose accesses are at constant indices or have one
/// that chooses among few. Returns whether anything was done; the caller simplifies.
///
/// Cost: in proportion to the uses of arrays; a limit of instructions that are added.
///
///   %p = getelementptr float, ptr %w, i64 %i       (of 2 elements)
///   %x = load float, ptr %p
/// becomes
///   %first = load float, ptr %w
///   %second = load float, ptr (%w + 4)
///   %is = icmp eq i64 %i, 1
///   %x = select i1 %is, float %second, float %first
bool select_elements(llvm::Function& function);

} // namespace vecz

#endif
