// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/block_order.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

namespace vecz {
namespace {

/// Orders the blocks of one loop (or of the function outside of all loops), where each inner loop
/// counts as one node, named by its preheader.
class Level {
public:
  Level(const llvm::LoopInfo& all, const llvm::Loop* loop) : loops(all), around(loop) {}

  void run(llvm::BasicBlock* entry, llvm::SmallVectorImpl<llvm::BasicBlock*>& result) {
    visit(entry);
    for (llvm::BasicBlock* node : llvm::reverse(finished)) {
      result.push_back(node);
      if (const llvm::Loop* inner = loop_behind(*node)) {
        Level(loops, inner).run(inner->getHeader(), result);
      }
    }
  }

private:
  /// The loop whose preheader `node` is.
  [[nodiscard]] const llvm::Loop* loop_behind(const llvm::BasicBlock& node) const {
    const llvm::BasicBlock* next = node.getSingleSuccessor();
    const llvm::Loop* inner = next ? loops.getLoopFor(next) : nullptr;
    return inner && inner->getHeader() == next && !inner->contains(&node) ? inner : nullptr;
  }

  void visit(llvm::BasicBlock* start) {
    // Depth first, without recursion: kernels may have thousands of blocks in a row.
    llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::SmallVector<llvm::BasicBlock*, 2>>> path;
    const auto enter = [&](llvm::BasicBlock* node) {
      if (seen.insert(node).second) {
        path.push_back({node, successors_of(*node)});
      }
    };
    enter(start);
    while (!path.empty()) {
      auto& left = path.back().second;
      if (left.empty()) {
        finished.push_back(path.back().first);
        path.pop_back();
      } else {
        enter(left.pop_back_val());
      }
    }
  }

  [[nodiscard]] llvm::SmallVector<llvm::BasicBlock*, 2>
  successors_of(llvm::BasicBlock& node) const {
    llvm::SmallVector<llvm::BasicBlock*, 4> all;
    if (const llvm::Loop* inner = loop_behind(node)) {
      inner->getUniqueExitBlocks(all);
    } else {
      all.append(llvm::succ_begin(&node), llvm::succ_end(&node));
    }
    llvm::SmallVector<llvm::BasicBlock*, 2> here;
    for (llvm::BasicBlock* next : all) {
      if (loops.getLoopFor(next) == around && !(around && next == around->getHeader())) {
        here.push_back(next);
      }
    }
    return here;
  }

  const llvm::LoopInfo& loops;
  const llvm::Loop* around;
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<llvm::BasicBlock*> finished;
};

} // namespace

llvm::SmallVector<llvm::BasicBlock*> block_order(llvm::Function& function,
                                                 const llvm::LoopInfo& loops) {
  llvm::SmallVector<llvm::BasicBlock*> order;
  Level(loops, nullptr).run(&function.getEntryBlock(), order);
  return order;
}

} // namespace vecz
