// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_MASK_SETS_H
#define VECZ_CONTROL_FLOW_MASK_SETS_H

#include "control_flow/control_plan.h"

#include <map>

namespace vecz {

/// The lanes that are in each block, as sets of decisions. A decision is the function's entry, or a
/// branch that went one way. Blocks with equal sets have equal masks: behind a branch whose two
/// ways have met again, the mask is the one before the branch.
class MaskSets {
public:
  using Set = std::set<std::pair<unsigned, unsigned>>;

  MaskSets(const ControlPlan& control, const Uniformity& lanes, const llvm::LoopInfo& all);

  /// An earlier block that the same lanes are in, or the block itself.
  [[nodiscard]] unsigned same_as(unsigned block) const { return first.at(sets[block]); }

private:
  [[nodiscard]] Set of_edge(const llvm::BasicBlock& from, unsigned successor) const;
  [[nodiscard]] Set of_block(unsigned block) const;
  void reduce(Set& set) const;
  bool join_pairs(Set& set) const;
  [[nodiscard]] const Set& before(const llvm::Loop& loop) const {
    return sets[plan.number(*loop.getLoopPreheader())];
  }

  const ControlPlan& plan;
  const Uniformity& uniformity;
  const llvm::LoopInfo& loops;
  std::vector<Set> sets;
  std::map<Set, unsigned> first;
  /// The exits of each uniform loop that has several, as decisions.
  std::vector<std::pair<const llvm::Loop*, Set>> exits;
};

} // namespace vecz

#endif
