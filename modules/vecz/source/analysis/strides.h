// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_ANALYSIS_STRIDES_H
#define VECZ_ANALYSIS_STRIDES_H

#include "vecz/uniformity.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <optional>

namespace vecz {

/// Computes which varying integers and pointers are strided: lane l's value is lane 0's plus l *
/// stride, modulo the type's width. This follows from the rules of vecz/affine.h. It holds in all
/// lanes, active or not, if lane 0's value is computed without the promises (nsw, inbounds) that
/// were made for active lanes only. Also computes which other values may turn out to be strided
/// when the kernel runs, since they are made of ids.
///
/// Where local ids of lane 0 are known to be multiples of the number of lanes, quotients and
/// remainders by powers of two are strided as well: of eight lanes, `id >> 3` is the same in all
/// and `id & 7`, like `id & 31`, rises by one.
///
/// Requires: linear control flow (linearize) or none that diverges. Cost: in proportion to the
/// function and the depth of its loops; each question is a look-up.
class Strides {
public:
  /// `lanes`: the number of lanes if local ids of lane 0 are multiples of it; otherwise 0.
  Strides(llvm::Function& function, const CallInfo& calls, const Uniformity& uniformity,
          unsigned lanes = 0);

  /// In units of the value, bytes for a pointer; nothing if not strided or not varying.
  [[nodiscard]] std::optional<int64_t> stride(const llvm::Value& value) const {
    const auto found = strides.find(&value);
    return found == strides.end() ? std::nullopt : found->second;
  }

  /// Whether it varies only by ids, strided counters of loops, and arithmetic on them, affine or
  /// not, in the same iteration. (Loaded values are rarely strided.)
  [[nodiscard]] bool is_made_of_ids(const llvm::Value& value) const {
    return made_of_ids.contains(&value);
  }

private:
  llvm::DenseMap<const llvm::Value*, std::optional<int64_t>> strides;
  llvm::SmallPtrSet<const llvm::Value*, 32> made_of_ids;
};

} // namespace vecz

#endif
