// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_FACTS_FREE_GROUPS_H
#define PASSES_FACTS_FREE_GROUPS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Attribute of a kernel whose launches may be divided into groups of any shape.
inline constexpr llvm::StringLiteral free_groups_mark = "lanewise-free-groups";
/// Its value where groups should have several rows, which share what they read.
inline constexpr llvm::StringLiteral free_groups_of_rows = "rows";

/// Finds kernels that cannot tell how their range is divided into work-groups, and for which long
/// rows of work-items in x are good: the host may then choose another local size than the
/// application's, such as rows of 1024 where that has tiles of 16 x 16.
///
/// Such a kernel
///   - asks for nothing but global ids, sizes and offsets, and requires no sizes;
///   - has no barriers, no local memory, no functions of groups or sub-groups;
///   - has no atomic or volatile accesses;
///   - has no loops, in which tiles would find again what is in the cache, but those that go round
///     64 times at most, or loops that read memory as products of matrices do: at addresses that
///     depend on the id in x or on the other ids, not on both, and some on either. The attribute
///     then has the value `free_groups_of_rows`;
///   - accesses memory at addresses that are at most 64 bytes apart for neighbours in x. Where
///     conditions choose between addresses, each of them is.
///
/// Requires: one function a kernel, variables in registers, local variables laid out. Guarantees:
/// nothing but `free_groups_mark` on kernels is changed.
/// Cost: each value that is made of a global id in x is visited twice; kernels of more than 256
/// accesses are not looked at.
///
///   kernel void k(global float *p, int pitch) {
///     p[get_global_id(1) * pitch + get_global_id(0)] *= 2;
///   }
/// becomes one with "lanewise-free-groups".
bool free_groups(llvm::Module& module);

} // namespace compiler

#endif
