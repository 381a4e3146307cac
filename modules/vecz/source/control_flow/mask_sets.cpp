// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/mask_sets.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace vecz {
namespace {

constexpr unsigned entry_decision = 2; ///< 0 and 1 are a branch's ways

unsigned successor_number(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  return from.getTerminator()->getSuccessor(0) == &to ? 0 : 1;
}

} // namespace

MaskSets::MaskSets(const ControlPlan& control, const Uniformity& lanes, const llvm::LoopInfo& all)
    : plan(control), uniformity(lanes), loops(all) {
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    llvm::SmallVector<llvm::Loop::Edge> edges;
    loop->getExitEdges(edges);
    if (!uniformity.is_divergent_loop(*loop->getHeader()) && edges.size() > 1) {
      Set set;
      for (const auto& [from, to] : edges) {
        set.insert({plan.number(*from), successor_number(*from, *to)});
      }
      exits.push_back({loop, std::move(set)});
    }
  }
  for (unsigned block = 0; block < plan.steps().size(); ++block) {
    sets.push_back(of_block(block));
    first.insert({sets.back(), block});
  }
}

MaskSets::Set MaskSets::of_block(unsigned number) const {
  const ControlPlan::Step& step = plan.steps()[number];
  if (step.loop && step.loop->getHeader() == step.block) {
    return uniformity.is_divergent_loop(*step.block) ? Set{{number, entry_decision}}
                                                     : before(*step.loop);
  }
  Set set;
  for (const llvm::BasicBlock* from : llvm::predecessors(step.block)) {
    set.merge(of_edge(*from, successor_number(*from, *step.block)));
  }
  reduce(set);
  return set.empty() ? Set{{number, entry_decision}} : set;
}

MaskSets::Set MaskSets::of_edge(const llvm::BasicBlock& from, unsigned successor) const {
  const auto* branch = llvm::cast<llvm::BranchInst>(from.getTerminator());
  const llvm::Loop* loop = loops.getLoopFor(&from);
  if (loop && !loop->contains(branch->getSuccessor(successor)) &&
      (uniformity.is_divergent_loop(*loop->getHeader()) || loop->getExitingBlock())) {
    const llvm::Loop* parent = loop->getParentLoop();
    if (!parent || parent->contains(branch->getSuccessor(successor))) {
      return before(*loop); // the only way out: all lanes take it
    }
  }
  return branch->isConditional() ? Set{{plan.number(from), successor}} : sets[plan.number(from)];
}

/// Replaces both decisions of one branch with those of its block. As these belong to earlier
/// blocks, the walk never has to look at later ones again.
bool MaskSets::join_pairs(Set& set) const {
  bool changed = false;
  for (auto it = set.end(); it != set.begin();) {
    --it;
    const auto other = it == set.begin() ? it : std::prev(it);
    if (other->first != it->first || other->second != 0 || it->second != 1) {
      continue;
    }
    const unsigned block = it->first;
    set.erase(other);
    set.erase(it);
    set.insert(sets[block].begin(), sets[block].end());
    it = set.upper_bound({block, entry_decision});
    changed = true;
  }
  return changed;
}

void MaskSets::reduce(Set& set) const {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [loop, all] : exits) {
      if (std::includes(set.begin(), set.end(), all.begin(), all.end())) {
        for (const auto& decision : all) {
          set.erase(decision);
        }
        set.insert(before(*loop).begin(), before(*loop).end());
        changed = true;
      }
    }
    changed |= join_pairs(set);
  }
}

} // namespace vecz
