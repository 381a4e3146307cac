// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_VECTORIZATION_VECTORIZE_H
#define PASSES_VECTORIZATION_VECTORIZE_H

#include "vecz/cost.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Attribute of a kernel for whose groups so many rows are good, as its work-items with the same id
/// in x read the same rows of memory.
inline constexpr llvm::StringLiteral rows_of_groups = "lanewise-rows-of-groups";

/// Settings of a target, and of LANEWISE_VECTORIZE, for vectorising kernels.
struct VectorizeSettings {
  vecz::VectorRegisters registers = {256, 32}; ///< to make code for
  bool report = false;                         ///< notes in the build log
};

/// The width that LANEWISE_VECTORIZE sets, 0 for none; `suggested` if it sets none.
[[nodiscard]] unsigned width_for_all(unsigned suggested);
/// Whether LANEWISE_VECTORIZE is a number of work-items.
[[nodiscard]] bool width_is_chosen();

/// Makes vector forms of kernels (vecz/vectorize.h), which work_item_loops then runs where it can:
/// one of the width that pays for whole steps, and a masked one for the rest of a row, unless the
/// kernel itself is faster for that or nothing is left. LANEWISE_VECTORIZE=off leaves all kernels
/// scalar, and a number sets the width for all of them; LANEWISE_REMAINDER=masked or scalar chooses
/// the code for the rest.
///
/// Kernels whose loops sum along rows, and those that gather more than they compute (vecz/cost.h),
/// stay scalar, unless LANEWISE_VECTORIZE asks for more. Those among the former that share rows are
/// marked with `rows_of_groups`.
///
/// Where the size of groups is known, lanes are neighbours in the dimension that suits the kernel
/// best. If that is not x, the kernel carries "lanewise-lane-dimension" and its ids are exchanged
/// (kernel_metadata.h).
///
/// Does not change kernels that have vector forms already (sub_groups.h). Nor does it change
/// modules of more than 40 kernels, unless LANEWISE_VECTORIZE asks for it: vector forms double the
/// time of such a build, and kernels that are launched often get them with their variants.
///
/// Requires: kernels hold all uses of the vocabulary (inline_group_functions), barriers numbered.
/// Guarantees: a kernel with a vector form does the same with it as without.
///
///   define spir_kernel void @k(ptr addrspace(1) %out)
/// becomes
///   define spir_kernel void @k(ptr addrspace(1) %out)
///          !vecz.vectorized !{ptr @k.vecz.16, i32 16, i32 0, ptr @k.vecz.16.masked, i32 16, i32 1}
///   define internal spir_func void @k.vecz.16(ptr addrspace(1) %out)
///   define internal spir_func void @k.vecz.16.masked(ptr addrspace(1) %out)
void vectorize(llvm::Module& module, const VectorizeSettings& settings);

} // namespace compiler

#endif
