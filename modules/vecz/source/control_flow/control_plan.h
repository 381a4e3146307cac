// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_CONTROL_PLAN_H
#define VECZ_CONTROL_FLOW_CONTROL_PLAN_H

#include "vecz/uniformity.h"

#include <llvm/Analysis/LoopInfo.h>
#include <set>
#include <string>

namespace vecz {

/// The obstacle of a kernel that would need too many masks and guards.
inline constexpr const char* too_many_ways =
    "work-items go too many different ways, as in a switch of many cases";

/// Where control goes once lanes cannot go different ways any more (partial control-flow
/// linearization: Moll and Hack, PLDI 2018). Blocks are numbered as in block_order. Each block
/// knows the later blocks for which other lanes are waiting: control goes to the earliest of these
/// and of its own targets, and the others are passed on. So a uniform branch stays a branch
/// wherever no lane waits for the block not taken.
class ControlPlan {
public:
  /// How a block is linearised.
  struct Step {
    llvm::BasicBlock* block = nullptr;
    const llvm::Loop* loop = nullptr; ///< the innermost around it
    bool divergent = false;           ///< lanes go different ways at its end; not set for a latch
    bool guarded = false;             ///< entered only if its mask has a lane
    bool as_before = true;            ///< entered by its old edges only, each by all its lanes
    bool sure = false;                ///< runs only if some lane is active
    unsigned skip = 0;                ///< if guarded: where to go when its mask is empty
    llvm::SmallVector<unsigned, 2> targets; ///< one for each successor, a single one if divergent
    std::set<unsigned> waiting;             ///< later blocks for which other lanes may wait
  };

  /// Cost: n log n, and the sum of the sizes of the sets of waiting blocks, up to a limit.
  /// Requires: reducible, loop-simplify form, loop exits unified, one return, no switches.
  ControlPlan(llvm::Function& function, const Uniformity& lanes, const llvm::LoopInfo& all);

  /// Empty, or why the plan cannot be carried out.
  [[nodiscard]] const std::string& obstacle() const { return problem; }
  [[nodiscard]] const std::vector<Step>& steps() const { return plan; }
  [[nodiscard]] unsigned number(const llvm::BasicBlock& block) const {
    return numbers.lookup(&block);
  }

private:
  void go_on(Step& from);
  void enter(unsigned from, std::set<unsigned> targets, const llvm::BasicBlock* wanted);
  void guard(Step& step);
  [[nodiscard]] bool is_sure(const Step& step) const;
  [[nodiscard]] bool is_back_edge(const Step& from, const llvm::BasicBlock& to) const;

  const Uniformity& uniformity;
  const llvm::LoopInfo& loops;
  std::vector<Step> plan;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> numbers;
  std::string problem;
  size_t copied = 0; ///< blocks, from one set of waiting ones to another
};

} // namespace vecz

#endif
