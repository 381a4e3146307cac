// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PACKETIZING_ACCESS_WINDOWS_H
#define VECZ_PACKETIZING_ACCESS_WINDOWS_H

#include "packetizing/packet.h"

#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// Lanes whose elements, of one or more parts of 32 bits, lie close together: each behind that of
/// the lane before, all within twice as many places as there are lanes. Two vectors then hold all
/// of them: the lower one begins at the first lane's element, the upper one ends at the last
/// lane's, so that neither goes beyond what lanes touch.
struct AccessWindow {
  /// Places of the lower vector, or those of the upper one that are not in the lower one, too.
  struct Half {
    llvm::Value* active; ///< <lanes x i1>: places of active lanes
    llvm::Value* lane;   ///< <lanes x i32>: the lane whose place it is, if it is one's
  };
  llvm::Value* within;   ///< i1: whether they lie so; otherwise the rest means nothing
  llvm::Value* distance; ///< <lanes x i32>: from the first lane's element
  llvm::Value* begin;    ///< i32: of the upper vector, from the first lane's element
  Half lower, upper;
};

/// The widest window in lanes: the places of twice as many are bits of one number.
inline constexpr unsigned max_window_lanes = 16;

/// Requires: `distance`, integers without poison, is 0 in lane 0; `mask` is null if all lanes are
/// active. None of what it makes can trap or is poison.
AccessWindow find_access_window(llvm::IRBuilder<>& builder, llvm::Value* distance,
                                llvm::Value* mask);

/// What the lanes of a window read: `parts` of a type `leaf` of 32 bits each, from the address of
/// the first one. All instructions that access memory are given to `made`.
Packet load_from_window(llvm::IRBuilder<>& builder, const AccessWindow& window, llvm::Type* leaf,
                        unsigned parts, llvm::Value* first, bool masked,
                        llvm::function_ref<void(llvm::Instruction&)> made);

/// Writes the lanes' values, and nothing between them.
void store_to_window(llvm::IRBuilder<>& builder, const AccessWindow& window,
                     llvm::ArrayRef<llvm::Value*> values, llvm::Value* first,
                     llvm::function_ref<void(llvm::Instruction&)> made);

/// Each lane's element of `leaf`, by indices below the number of lanes. Code generation makes one
/// instruction of this where the target has it, if it sees the indices as one vector.
llvm::Value* permute(llvm::IRBuilder<>& builder, llvm::Value* leaf, llvm::Value* indices);

} // namespace vecz

#endif
