// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_SUB_GROUP_PLACE_H
#define PASSES_GROUP_FUNCTIONS_SUB_GROUP_PLACE_H

#include "passes/group_functions/sub_group_call.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace compiler {

/// The functions that tell a work-item its place in sub-groups of `width` (is_position_query):
/// sizes, ids, and masks made of them.
class PlaceCode : protected SubGroupCode {
protected:
  /// `own`: the number of the work-item in its sub-group, i32.
  PlaceCode(const SubGroupCall& of, unsigned work_items, llvm::Value* own)
      : SubGroupCode(*of.call, of.what), width(work_items), lane(own) {}

  /// The result of such a function. `first_local_id` is called where the linear local id (i64) of
  /// the sub-group's first work-item is needed.
  llvm::Value* place(llvm::function_ref<llvm::Value*()> first_local_id);

  llvm::Value* word(llvm::Value* value) {
    return builder.CreateZExtOrTrunc(value, builder.getInt32Ty());
  }
  /// A `uint4` whose first bits are those of an i64. No sub-group has more work-items.
  llvm::Value* words(llvm::Value* mask);

  const unsigned width;
  llvm::Value* const lane; ///< its number, i32

private:
  llvm::Value* bits(llvm::Value* words);
  llvm::Value* all_lanes();
  llvm::Value* from_lane();
  llvm::Value* behind_lane();
  llvm::Value* count_bits(llvm::Value* among);
  llvm::Value* find_bit(llvm::Intrinsic::ID zeros);
  llvm::Value* steps_for(MuxBuiltin size);
};

} // namespace compiler

#endif
