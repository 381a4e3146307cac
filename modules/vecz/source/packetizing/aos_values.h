// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short vectors can be widened in two ways: one vector of all lanes for each component (a structure
// of arrays), or one vector of all components of all lanes, lane after lane, as they lie in memory
// (an array of structures). The first costs nothing where components are used one by one, the
// second where they are loaded, computed with alike, and stored.
#ifndef VECZ_PACKETIZING_AOS_VALUES_H
#define VECZ_PACKETIZING_AOS_VALUES_H

#include "vecz/uniformity.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

namespace vecz {

/// Which varying short vectors are widened as arrays of structures: those that operations on all
/// components alike connect, if this saves more shuffles where they are loaded and stored than it
/// costs where they meet other values. Values in loops count more. Where a component of all lanes
/// leaves registers of the target partly empty, it saves instructions, too.
class AosValues {
public:
  /// `width`: of the form, in lanes. `is_in_lane_order`: whether an access is of one lane's vector
  /// after the other's, as they follow one another in memory or are accessed one by one.
  AosValues(llvm::Function& function, unsigned width, const Uniformity& uniformity,
            llvm::function_ref<bool(llvm::Instruction&)> is_in_lane_order);

  [[nodiscard]] bool contains(const llvm::Value& value) const { return chosen.contains(&value); }

private:
  llvm::SmallPtrSet<const llvm::Value*, 16> chosen;
};

/// Computes a value that is made of one component, and then used for all components, as a vector
/// from the start. So the components need not be taken apart for it.
///
///   %w = extractelement <4 x i8> %v, i64 3           becomes   %ws = shufflevector %v, 3, 3, 3, 3
///   %a = xor i8 %w, -1                                         %as = xor <4 x i8> %ws, splat (-1)
///   %as = (<4 x i8> of %a four times)
bool raise_splats(llvm::Function& function);

} // namespace vecz

#endif
