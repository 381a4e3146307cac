// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PACKETIZING_ACCESS_WINDOWS_H
#define VECZ_PACKETIZING_ACCESS_WINDOWS_H

#include "packetizing/packet.h"

#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// A window: the elements of the lanes, of one or more 32-bit parts, lie close together. Each
/// element lies behind that of the lane before, and all lie within twice as many places as there
/// are lanes. Two vectors then hold all of them. The lower one begins at the first lane's element
/// and the upper one ends at the last lane's, so that neither goes beyond what lanes touch.
struct AccessWindow {
  /// The places of the lower vector, or those of the upper vector that the lower one does not have.
  struct Half {
    llvm::Value* active; ///< <lanes x i1>: which places are an active lane's
    llvm::Value* lane;   ///< <lanes x i32>: the lane whose place it is, if there is one
  };
  llvm::Value* within;   ///< i1: whether the lanes form a window; if not, the rest means nothing
  llvm::Value* distance; ///< <lanes x i32>: from the first lane's element
  llvm::Value* begin;    ///< i32: where the upper vector begins, from the first lane's element
  Half lower, upper;
};

/// The largest number of lanes of a window: the places of twice as many are bits of one number.
inline constexpr unsigned max_window_lanes = 16;

/// Requires: `distance`, a vector of integers without poison, is 0 in lane 0; `mask` is null if all
/// lanes are active. The instructions that this makes cannot trap and do not give poison.
AccessWindow find_access_window(llvm::IRBuilder<>& builder, llvm::Value* distance,
                                llvm::Value* mask);

/// Loads the lanes of a window: `parts` of a type `leaf` of 32 bits each, from the address of the
/// first element. `made` is called for each instruction that accesses memory.
Packet load_from_window(llvm::IRBuilder<>& builder, const AccessWindow& window, llvm::Type* leaf,
                        unsigned parts, llvm::Value* first, bool masked,
                        llvm::function_ref<void(llvm::Instruction&)> made);

/// Stores the lanes' values, and nothing between them.
void store_to_window(llvm::IRBuilder<>& builder, const AccessWindow& window,
                     llvm::ArrayRef<llvm::Value*> values, llvm::Value* first,
                     llvm::function_ref<void(llvm::Instruction&)> made);

} // namespace vecz

#endif
