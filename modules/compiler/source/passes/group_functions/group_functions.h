// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The meaning of the collective functions: `work_group_...` and `sub_group_...` of OpenCL C 2.0 and
// 3.0, cl_khr_subgroup_..., cl_intel_subgroups. All passes that implement them use this one table:
// for work-groups (work_group_functions.h), for sub-groups of one work-item (single_sub_group.h),
// for sub-groups that are the lanes of a vector form (sub_group_lanes.h), and for those of scalar
// code (scalar_sub_groups.h).
#ifndef PASSES_GROUP_FUNCTIONS_GROUP_FUNCTIONS_H
#define PASSES_GROUP_FUNCTIONS_GROUP_FUNCTIONS_H

#include "passes/group_functions/reduction.h"

#include <llvm/IR/Function.h>
#include <optional>

namespace compiler {

enum class GroupMeaning {
  // Votes; a predicate holds if it is not 0.
  all,
  any,
  all_equal,
  elect,
  // One work-item's value for others. Behind the value: which one, how far, the size of clusters.
  broadcast,
  broadcast_first,
  shuffle,
  shuffle_xor,
  shuffle_up,
  shuffle_down,
  shuffle_down_two, ///< cl_intel_subgroups: from two vectors of values laid end to end
  shuffle_up_two,
  rotate,
  // Masks of work-items, `uint4`.
  ballot,
  inverse_ballot,
  ballot_bit_extract,
  ballot_bit_count,
  ballot_inclusive_scan,
  ballot_exclusive_scan,
  ballot_find_lsb,
  ballot_find_msb,
  eq_mask,
  ge_mask,
  gt_mask,
  le_mask,
  lt_mask,
  // Arithmetic, with a Reduction.
  reduce,
  scan_inclusive,
  scan_exclusive,
  // Sub-groups' sizes and ids.
  size,
  max_size,
  count,
  enqueued_count,
  id,
  local_id,
  // Blocks of memory: consecutive elements for consecutive work-items, then the next element each.
  block_read,
  block_write,
  // The product of two matrices and a third one added: matrix_multiply_add below.
  matrix_multiply_add,
  barrier,
};

/// Begins the plain name of `C sub_group_matrix_multiply_add_...(A a, B b, C c)`, which gives each
/// work-item its elements of a * b + c. Element i of a matrix, in the order of rows, is element i /
/// S of the vector that work-item i % S holds, of S work-items; b and c have S columns. Behind it:
///   bf16 (a and b are bfloat16, c float) or ss8, su8, us8, uu8 (bytes of a and of b with a sign or
///   without, c int), then `_`, rows of a, `x`, columns of b, `x`, columns of a in decimal digits.
/// SPIR-V's reader calls them (spirv_ll::ReadOptions::matrix_functions).
inline constexpr llvm::StringLiteral matrix_multiply_add_prefix = "sub_group_matrix_multiply_add_";

struct GroupFunction {
  GroupMeaning meaning;
  bool is_work_group; ///< of a sub-group otherwise
  Reduction reduction = Reduction::add;
};

/// Whether a function of sub-groups only queries a work-item's position: its result follows from
/// its operands, the linear local id and the size of the group. The others depend on which
/// work-items of the sub-group are active and on their operands, or order their accesses.
[[nodiscard]] bool is_position_query(GroupMeaning meaning);

/// The collective function that `function` is, by its mangled name, if its type is one that goes
/// with the name.
[[nodiscard]] std::optional<GroupFunction> group_function(const llvm::Function& function);

} // namespace compiler

#endif
