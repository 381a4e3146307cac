// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/uniformity.h"

#include "vecz/work_item_memory.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MustExecute.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <queue>
#include <utility>
#include <vector>

namespace vecz {
namespace {

/// Propagates from values that vary by themselves to all that depend on them, by data or by
/// control.
class Propagation {
public:
  Propagation(llvm::Function& subject, const CallInfo& call_info,
              llvm::SmallPtrSetImpl<const llvm::Value*>& varying_values,
              llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& divergent_blocks,
              llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& headers)
      : function(subject), calls(call_info), varying(varying_values), divergent(divergent_blocks),
        divergent_loops(headers), dominators(function), post_dominators(function),
        loops(dominators) {
    positions.resize(function.getMaxBlockNumber());
    order.push_back(nullptr);
    for (const llvm::BasicBlock* block :
         llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
      positions[block->getNumber()] = order.size();
      order.push_back(block);
    }
    labels.resize(order.size());
  }

  void run() {
    if (llvm::mayContainIrreducibleControl(function, &loops)) {
      everything_varies();
      return;
    }
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (varies_by_itself(instruction)) {
        add(instruction);
      }
    }
    while (!work.empty()) {
      spread(*work.pop_back_val());
    }
  }

private:
  /// The analysis does not follow lanes through a loop with several entries, so everything counts
  /// as varying.
  void everything_varies() {
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& instruction : block) {
        varying.insert(&instruction);
      }
      if (block.getTerminator()->getNumSuccessors() > 1) {
        divergent.insert(&block);
      }
    }
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      divergent_loops.insert(loop->getHeader());
    }
  }

  void add(const llvm::Instruction& instruction) {
    if (varying.insert(&instruction).second) {
      work.push_back(&instruction);
    }
  }

  [[nodiscard]] bool varies_by_itself(const llvm::Instruction& instruction) const {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const CallKind kind = calls.kind(*call);
      return kind == CallKind::lane_id || kind == CallKind::unknown || kind == CallKind::fill ||
             kind == CallKind::group_call || kind == CallKind::every_lane;
    }
    // Each lane has its own private variables, whose addresses vary. A load at one address gives
    // one value unless another lane writes in between, which would be a race; only volatile and
    // atomic loads are done by each lane.
    if (instruction.isVolatile() || instruction.isAtomic()) {
      return !llvm::isa<llvm::FenceInst>(instruction);
    }
    return is_work_item_object(instruction);
  }

  void spread(const llvm::Instruction& source) {
    for (const llvm::User* user : source.users()) {
      const auto& instruction = *llvm::cast<llvm::Instruction>(user);
      if (instruction.isTerminator()) {
        diverge(*instruction.getParent());
      } else if (!is_uniform_whatever(instruction)) {
        add(instruction);
      }
    }
  }

  [[nodiscard]] bool is_uniform_whatever(const llvm::Instruction& instruction) const {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) {
      return false;
    }
    const CallKind kind = calls.kind(*call);
    return kind == CallKind::group_uniform || kind == CallKind::ballot || kind == CallKind::fold ||
           (kind == CallKind::read_lane && !varying.contains(call->getArgOperand(1)));
  }

  /// Lanes leave `block` by different ways and meet again at its post-dominator at the latest,
  /// unless some run another iteration of a loop before: until there, and there, a phi tells which
  /// way a lane came.
  void diverge(const llvm::BasicBlock& block) {
    if (block.getTerminator()->getNumSuccessors() < 2 || !divergent.insert(&block).second) {
      return;
    }
    const llvm::BasicBlock* join = join_of(block);
    const llvm::SmallVector<const llvm::BasicBlock*> ways(llvm::successors(&block));
    // First, as it has labels of its own to spread.
    const bool round = diverge_around(loops.getLoopFor(&block), ways, join);
    for (const llvm::BasicBlock* next : ways) {
      arrive(block, *next, *next);
    }
    spread_labels(round ? nullptr : join);
  }

  /// Lanes that begin at each of `ways` meet at `join`, or nowhere. A loop around them diverges if
  /// some can leave it before they meet. Gives whether some can run another iteration of a loop
  /// before.
  bool diverge_around(const llvm::Loop* loop, llvm::ArrayRef<const llvm::BasicBlock*> ways,
                      const llvm::BasicBlock* join) {
    bool round = false;
    for (; loop; loop = loop->getParentLoop()) {
      const Reach reach = reach_in(*loop, ways, join);
      round |= reach.header;
      // Lanes that run another iteration reach the join later than others, which may have left by
      // then.
      if (reach.outside || (reach.header && reach_in(*loop, ways, nullptr).outside)) {
        leave_at_different_times(*loop);
      }
    }
    return round;
  }

  struct Reach {
    bool outside = false, header = false;
  };
  /// What lanes that begin at one of `ways` can reach in an iteration without going through `join`.
  [[nodiscard]] static Reach reach_in(const llvm::Loop& loop,
                                      llvm::ArrayRef<const llvm::BasicBlock*> ways,
                                      const llvm::BasicBlock* join) {
    Reach reach;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::BasicBlock*> left(ways);
    while (!left.empty()) {
      const llvm::BasicBlock* next = left.pop_back_val();
      if (!loop.contains(next)) {
        reach.outside = true;
      } else if (next == join || !seen.insert(next).second) {
        continue;
      } else if (next == loop.getHeader()) {
        reach.header = true;
      } else {
        left.append(llvm::succ_begin(next), llvm::succ_end(next));
      }
    }
    return reach;
  }

  [[nodiscard]] const llvm::BasicBlock* join_of(const llvm::BasicBlock& block) const {
    const auto* node = post_dominators.getNode(&block);
    return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  }

  /// The nearest common post-dominator of `blocks`, which may be one of them.
  [[nodiscard]] const llvm::BasicBlock*
  join_of(llvm::ArrayRef<const llvm::BasicBlock*> blocks) const {
    const llvm::BasicBlock* join = blocks.empty() ? nullptr : blocks[0];
    for (const llvm::BasicBlock* block : blocks) {
      join = join ? post_dominators.findNearestCommonDominator(join, block) : nullptr;
    }
    return join;
  }

  /// A block's place in reverse post-order; 0 if it is not reachable.
  [[nodiscard]] unsigned position(const llvm::BasicBlock& block) const {
    return positions[block.getNumber()];
  }

  /// Lanes come from `from` to `to` by `way`: two ways that meet are a join, which begins a new
  /// one.
  void arrive(const llvm::BasicBlock& from, const llvm::BasicBlock& to,
              const llvm::BasicBlock& way) {
    const unsigned place = position(to);
    if (place <= position(from)) {
      if (const llvm::Loop* loop = loops.getLoopFor(&to); !loop || !loop->getLoopLatch()) {
        add_phis(to);
      }
      return; // lanes that run another iteration have met at the latch
    }
    const llvm::BasicBlock*& known = labels[place];
    if (!known) {
      known = &way;
      reached.push(place);
    } else if (known != &way) {
      known = &to;
      add_phis(to);
    }
  }

  void add_phis(const llvm::BasicBlock& block) {
    for (const llvm::PHINode& phi : block.phis()) {
      if (!phi.hasConstantOrUndefValue()) {
        add(phi);
      }
    }
  }

  /// From the blocks that lanes have arrived at, each by its way, to all that they come to before
  /// `until`. No label is left, so that nothing else may happen between an arrival and this.
  void spread_labels(const llvm::BasicBlock* until) {
    const unsigned end = until ? position(*until) : order.size();
    while (!reached.empty()) {
      const unsigned place = reached.top();
      reached.pop();
      const llvm::BasicBlock* way = std::exchange(labels[place], nullptr);
      if (place < end) {
        for (const llvm::BasicBlock* next : llvm::successors(order[place])) {
          arrive(*order[place], *next, *way);
        }
      }
    }
  }

  /// Lanes leave the loop in different iterations, and by different exits: its values are used as
  /// of different times, and where the exits meet, a phi depends on the exit that a lane took.
  void leave_at_different_times(const llvm::Loop& loop) {
    if (!divergent_loops.insert(loop.getHeader()).second) {
      return;
    }
    llvm::SmallVector<llvm::Loop::Edge> exits;
    loop.getExitEdges(exits);
    const llvm::SmallVector<const llvm::BasicBlock*> ways(llvm::make_second_range(exits));
    const llvm::BasicBlock* join = join_of(ways);
    const bool round = diverge_around(loop.getParentLoop(), ways, join);
    for (const auto& [from, to] : exits) {
      arrive(*from, *to, *from);
    }
    spread_labels(round ? nullptr : join);
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        for (const llvm::User* user : instruction.users()) {
          const auto& outside = *llvm::cast<llvm::Instruction>(user);
          if (loop.contains(&outside)) {
            continue;
          }
          if (outside.isTerminator()) {
            diverge(*outside.getParent());
          } else {
            add(outside);
          }
        }
      }
    }
  }

  llvm::Function& function;
  const CallInfo& calls;
  llvm::SmallPtrSetImpl<const llvm::Value*>& varying;
  llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& divergent;
  llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& divergent_loops;
  llvm::DominatorTree dominators;
  llvm::PostDominatorTree post_dominators;
  llvm::LoopInfo loops;
  llvm::SmallVector<const llvm::BasicBlock*> order; ///< reverse post-order, from 1
  llvm::SmallVector<unsigned> positions;            ///< by the numbers of blocks
  llvm::SmallVector<const llvm::BasicBlock*>
      labels; ///< by position: the way lanes come by, or null
  /// Positions of the blocks that have a label, the first of them on top.
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> reached;
  llvm::SmallVector<const llvm::Instruction*> work;
};

} // namespace

Uniformity::Uniformity(llvm::Function& function, const CallInfo& calls) {
  Propagation(function, calls, varying, divergent, divergent_loops).run();
}

bool Uniformity::is_uniform_in(const llvm::Value& value, const llvm::BasicBlock& reader,
                               const llvm::LoopInfo& loops) const {
  const auto* made = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!made) {
    return true;
  }
  const llvm::Loop* loop = loops.getLoopFor(made->getParent());
  for (; loop && !loop->contains(&reader); loop = loop->getParentLoop()) {
    if (is_divergent_loop(*loop->getHeader())) {
      return false;
    }
  }
  return !is_varying(*made);
}

} // namespace vecz
