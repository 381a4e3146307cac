// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_WORK_ITEM_LOOPS_H
#define PASSES_WORK_ITEM_LOOPS_WORK_ITEM_LOOPS_H

#include "vecz/cost.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Makes a work-group function of each kernel: the kernel ran once for each work-item; the function
/// runs once for each work-group and has loops over the work-items inside. A kernel with barriers
/// is cut into regions (barrier_regions.h). Each region gets its own loops, and the barrier that
/// the work-items reach decides which region comes next. Work-items that have returned early
/// (early_returns.h) are left out of the regions that follow.
///
/// A kernel with progress points (progress_points.h) is cut at these as well, and one set of loops
/// runs it, in rounds. In each round, every work-item or vector that is at a progress point goes on
/// to the next barrier, progress point or return. When all that have not returned are at a barrier,
/// the next round takes them beyond it. So each work-item makes progress, whatever the others wait
/// for.
///
/// Requires: kernels hold all uses of the vocabulary (inline_group_functions), barriers numbered.
/// Guarantees: kernels (spir_kernel, same name and arguments) call none of `__mux_get_global_id`,
/// `__mux_get_local_id`, `__mux_work_group_barrier` and `__mux_progress_point`; what they need of
/// the group comes from the rest of the vocabulary. A kernel that keeps values across barriers
/// carries the attribute "lanewise-scratch-per-item" with the bytes for each work-item, perhaps
/// "lanewise-scratch-per-row" with those for each row of work-items, and finds this memory, for the
/// whole group, with `__mux_get_private_scratch`. One that has large private variables and no
/// barrier carries "lanewise-scratch-fixed" with the bytes for each thread. Where accesses of
/// different work-items are known not to depend on each other, they are marked as parallel in the
/// innermost loop.
///
/// A kernel with vector forms (vectorize.h) gets, for each region, loops over one after the other,
/// each for as many work-items of each row as it takes; a masked form takes all that are left, as
/// does the kernel itself if there is none. None of them is vectorised again. The attribute
/// "lanewise-preferred-multiple" says how many work-items the widest takes. With
/// "lanewise-lane-dimension" (kernel_metadata.h) rows are those in that dimension, which changes
/// places with x in all that is said here; with "lanewise-linear-local-ids" a group is one row.
/// Where the sizes of a group are known, several rows or steps of a region with a loop are done at
/// once, if they share what they read and the target has the registers (coarsen_work_items.h).
///
///   define spir_kernel void @k(ptr addrspace(1) %out) {
///     %id = call i64 @__mux_get_global_id(i32 0)
///     store i64 %id, (getelementptr i64, %out, %id)
/// becomes
///   define spir_kernel void @k(ptr addrspace(1) %out) {
///     for (row < local_size(1) * local_size(2)) for (x < local_size(0)):
///       %id = group_id(0) * enqueued_local_size(0) + global_offset(0) + x
///       store i64 %id, (getelementptr i64, %out, %id)
///
/// With `report` the build log says which kernels have so many barriers, or so much behind each,
/// that one set of loops runs all their regions, each block being there once.
bool work_item_loops(llvm::Module& module, const vecz::VectorRegisters& registers = {256, 32},
                     bool report = false);

} // namespace compiler

#endif
