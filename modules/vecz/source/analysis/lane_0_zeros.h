// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_ANALYSIS_LANE_0_ZEROS_H
#define VECZ_ANALYSIS_LANE_0_ZEROS_H

#include "vecz/uniformity.h"

#include <llvm/ADT/DenseMap.h>

namespace vecz {

/// How many of the lowest bits of lane 0's value are known to be 0, where local ids of lane 0 are
/// multiples of the number of lanes. What strided values give when they are shifted, or lose bits,
/// follows from it (strides.h): no carry comes out of the bits in which lanes differ.
///
/// Lane 0's value counts as computed without the promises (nsw, exact) that were made for active
/// lanes only, whether or not the lane is active.
///
/// Cost: in proportion to the function, times the rounds until loops settle.
class Lane0Zeros {
public:
  /// Nothing is known where `lanes` is 0.
  Lane0Zeros(llvm::Function& function, const CallInfo& calls, const Uniformity& uniformity,
             unsigned lanes);

  [[nodiscard]] unsigned of(const llvm::Value& value) const;

private:
  [[nodiscard]] unsigned evaluate(const llvm::Instruction& instruction) const;

  const CallInfo& calls;
  const Uniformity& uniformity;
  const llvm::DataLayout& layout;
  const unsigned lanes;
  llvm::DenseMap<const llvm::Value*, unsigned> zeros; ///< of varying values
};

} // namespace vecz

#endif
