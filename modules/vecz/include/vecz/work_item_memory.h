// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The owner of the memory that an address is in: the one answer for every pass that reasons about
// who may write what. (Address spaces keep their meaning until a target's last step.)
#ifndef VECZ_WORK_ITEM_MEMORY_H
#define VECZ_WORK_ITEM_MEMORY_H

#include <llvm/IR/Instructions.h>

namespace vecz {

/// The address spaces of the dialect, OpenCL's disjoint ones and the one that may be any of three.
enum AddressSpace : unsigned {
  private_space = 0,
  global_space = 1,
  constant_space = 2,
  local_space = 3,
  generic_space = 4 ///< private, global or local
};

/// Whether `value`, an argument of a kernel say, is a pointer whose type says local memory.
[[nodiscard]] inline bool is_local_pointer(const llvm::Value& value) {
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(value.getType());
  return pointer && pointer->getAddressSpace() == local_space;
}

/// Metadata of a variable in a work-group function that is one for the work-group.
inline constexpr llvm::StringLiteral group_variable = "vecz.group_variable";

/// Whether `value` is an object that each work-item has for itself, rather than an address made of
/// others: a variable that is not one for the group. (By-value arguments that a kernel writes have
/// become such variables: compiler/source/passes/memory/copy_written_arguments.h.) A pass that
/// copies the code of a work-item copies its objects too.
[[nodiscard]] bool is_work_item_object(const llvm::Value& value);

/// The space that `pointer` certainly points into, also where its type says generic: followed
/// through casts, offsets, selections and phis. Generic if that is not known or differs.
[[nodiscard]] AddressSpace address_space_of(const llvm::Value& pointer);

/// Whether `pointer` may point to memory that belongs to one work-item alone, in whichever space it
/// is given. No other work-item sees its contents, and the same address may be used by work-items
/// that run one after the other.
[[nodiscard]] bool may_be_work_item_memory(const llvm::Value& pointer);

/// Whether `pointer` certainly points to such memory.
[[nodiscard]] bool is_work_item_memory(const llvm::Value& pointer);

} // namespace vecz

#endif
