// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/full_paths.h"

#include "masked_accesses.h"
#include "vecz/lane_operations.h"
#include "vecz/uniformity.h"
#include "vecz/vectorize.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <optional>

namespace vecz {
namespace {

/// Instructions that all copies of a function have together.
constexpr size_t max_copied = 512;

using Blocks = llvm::SmallSetVector<llvm::BasicBlock*, 8>;

/// Adds to `blocks` those that are reachable from `block` without going through `end`.
void add_reachable(llvm::BasicBlock* block, const llvm::BasicBlock* end, Blocks& blocks) {
  llvm::SmallVector<llvm::BasicBlock*> open{block};
  while (!open.empty()) {
    llvm::BasicBlock* next = open.pop_back_val();
    if (next != end && blocks.insert(next)) {
      open.append(llvm::succ_begin(next), llvm::succ_end(next));
    }
  }
}

/// `branch` goes by `way` to the body. Behind it both ways meet: the other one may go there
/// straight, through a body of its own, or through parts of this one.
struct Conditional {
  llvm::BranchInst* branch;
  unsigned way;
  llvm::BasicBlock* behind;
  Blocks body;

  [[nodiscard]] size_t size() const {
    size_t sum = 0;
    for (const llvm::BasicBlock* block : body) {
      sum += block->size();
    }
    return sum;
  }
};

/// Whether an address may be one of many that lanes access side by side, in more memory than caches
/// hold: made of ids, counters and what all lanes load, as from arguments, and not of what each of
/// them loads.
bool is_stream(const llvm::Value& pointer, const Uniformity& uniformity) {
  constexpr size_t max_values = 64;
  const unsigned space = pointer.getType()->getPointerAddressSpace();
  if (space != global_space && space != generic_space) {
    return false;
  }
  llvm::SmallSetVector<const llvm::Value*, 16> values;
  values.insert(&pointer);
  for (size_t i = 0; i < values.size() && i < max_values; ++i) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(values[i]);
    if (!instruction) {
      continue;
    }
    if (llvm::isa<llvm::LoadInst>(instruction)) {
      if (uniformity.is_varying(*instruction)) {
        return false;
      }
      continue;
    }
    values.insert(instruction->value_op_begin(), instruction->value_op_end());
  }
  return true;
}

/// The function as it is now.
class Finder {
public:
  Finder(llvm::Function& subject, const CallInfo& info)
      : function(subject), calls(info), uniformity(subject, info), dominators(subject),
        ends(subject), loops(dominators) {
    for (llvm::BasicBlock& block : function) {
      if (uniformity.is_divergent(block)) {
        for (llvm::BasicBlock* next : llvm::successors(&block)) {
          add_reachable(next, end_of(block), partial);
        }
      }
    }
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (uniformity.is_divergent_loop(*loop->getHeader())) {
        partial.insert(loop->block_begin(), loop->block_end());
      }
    }
  }

  /// The first conditional that a copy is worth it for, other than at `done`; of two ways the one
  /// with more to do.
  [[nodiscard]] std::optional<Conditional>
  find(const llvm::SmallPtrSetImpl<llvm::BranchInst*>& done, size_t room) const {
    for (llvm::BasicBlock& block : function) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (!branch || !uniformity.is_divergent(block) || partial.contains(&block) ||
          done.contains(branch)) {
        continue;
      }
      std::optional<Conditional> best;
      for (const unsigned way : {0U, 1U}) {
        Conditional found{branch, way, end_of(block), {}};
        if (collect(found) && gains(found) && found.size() <= room &&
            (!best || best->size() < found.size())) {
          best = found;
        }
      }
      if (best) {
        return best;
      }
    }
    return std::nullopt;
  }

private:
  /// Where all ways from a block meet; null if they do nowhere.
  [[nodiscard]] llvm::BasicBlock* end_of(llvm::BasicBlock& block) const {
    const auto* node = ends.getNode(&block);
    const auto* end = node ? node->getIDom() : nullptr;
    return end ? end->getBlock() : nullptr;
  }

  /// Whether the way comes to where both meet. Its blocks may be entered by others, too.
  [[nodiscard]] bool collect(Conditional& found) const {
    llvm::BasicBlock* from = found.branch->getParent();
    const llvm::Loop* loop = loops.getLoopFor(from);
    const auto is_round = [&](const llvm::BasicBlock* block) {
      return loop && loop->getHeader() == block;
    };
    llvm::BasicBlock* first = found.branch->getSuccessor(found.way);
    if (!found.behind || first == found.behind || is_round(first) || is_round(found.behind) ||
        loops.getLoopFor(found.behind) != loop) {
      return false;
    }
    add_reachable(first, found.behind, found.body);
    return llvm::all_of(found.body, [&](llvm::BasicBlock* block) {
      return block != from && (!loop || loop->contains(block)) &&
             llvm::isa<llvm::BranchInst>(block->getTerminator());
    });
  }

  /// Whether a copy has something to gain, and nothing in it stands for all lanes.
  [[nodiscard]] bool gains(const Conditional& found) const {
    bool accesses = false;
    for (const llvm::BasicBlock* block : found.body) {
      for (const llvm::Instruction& instruction : *block) {
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
          if (calls.kind(*call) == CallKind::once || is_lane_operation(*call) ||
              call->cannotDuplicate()) {
            return false;
          }
        }
        accesses = accesses || wants_no_mask(instruction);
      }
    }
    return accesses;
  }

  [[nodiscard]] bool wants_no_mask(const llvm::Instruction& instruction) const {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || instruction.isVolatile() || instruction.isAtomic() ||
        !uniformity.is_varying(*pointer) || is_work_item_memory(*pointer)) {
      return false;
    }
    const bool slow = llvm::isa<llvm::StoreInst>(instruction) && stores_slowly;
    return slow || (masks_cost && is_stream(*pointer, uniformity)) ||
           !has_masked_accesses(function, *llvm::getLoadStoreType(&instruction));
  }

  llvm::Function& function;
  const CallInfo& calls;
  const bool stores_slowly = function.hasFnAttribute(slow_masked_stores);
  const bool masks_cost = function.hasFnAttribute(costly_masks);
  const Uniformity uniformity;
  const llvm::DominatorTree dominators;
  const llvm::PostDominatorTree ends;
  const llvm::LoopInfo loops;
  Blocks partial; ///< where only some of the lanes may be
};

/// Keeps in the phis of a copied block the values from other copies, or from `from`, if it goes to
/// that block.
void keep_ways(llvm::BasicBlock& copy, llvm::ArrayRef<llvm::BasicBlock*> copies,
               const llvm::BasicBlock* from) {
  for (llvm::PHINode& phi : llvm::make_early_inc_range(copy.phis())) {
    phi.removeIncomingValueIf(
        [&](unsigned way) {
          const llvm::BasicBlock* block = phi.getIncomingBlock(way);
          return block != from && !llvm::is_contained(copies, block);
        },
        /*DeletePHIIfEmpty=*/false);
  }
}

void add_copy(const Conditional& conditional) {
  llvm::BranchInst* branch = conditional.branch;
  llvm::BasicBlock* from = branch->getParent();
  llvm::BasicBlock* behind = conditional.behind;
  llvm::BasicBlock* first = branch->getSuccessor(conditional.way);
  llvm::ValueToValueMapTy copies;
  llvm::SmallVector<llvm::BasicBlock*> made;
  for (llvm::BasicBlock* block : conditional.body) {
    made.push_back(llvm::CloneBasicBlock(block, copies, ".all", from->getParent()));
    copies[block] = made.back();
  }
  llvm::remapInstructionsInBlocks(made, copies);
  for (llvm::BasicBlock* block : made) {
    keep_ways(*block, made, block == copies[first] ? from : nullptr);
  }
  const auto copy_of = [&](llvm::Value* value) {
    llvm::Value* copy = copies.lookup(value);
    return copy ? copy : value;
  };
  for (llvm::PHINode& phi : behind->phis()) {
    for (llvm::BasicBlock* block : conditional.body) {
      const int at = phi.getBasicBlockIndex(block);
      if (at >= 0) {
        phi.addIncoming(copy_of(phi.getIncomingValue(at)),
                        llvm::cast<llvm::BasicBlock>(copy_of(block)));
      }
    }
  }
  llvm::BasicBlock* some = from->splitBasicBlock(branch->getIterator(), from->getName() + ".some");
  llvm::Instruction* jump = from->getTerminator();
  llvm::IRBuilder<> builder(jump);
  llvm::Value* leaves =
      conditional.way == 0 ? builder.CreateNot(branch->getCondition()) : branch->getCondition();
  llvm::Value* all = builder.CreateICmpEQ(create_ballot(builder, leaves), builder.getInt64(0));
  auto* entry = llvm::cast<llvm::BasicBlock>(copy_of(first));
  // Cost models leave out what is behind the other way, of which this is a copy.
  builder.CreateCondBr(all, entry, some,
                       llvm::MDBuilder(from->getContext()).createLikelyBranchWeights());
  jump->eraseFromParent();
  // Lanes that went different ways meet before all of them do, which then is a matter of phis.
  Blocks either;
  add_reachable(some, behind, either);
  llvm::SmallVector<llvm::BasicBlock*> divided;
  llvm::copy_if(either, std::back_inserter(divided), [&](llvm::BasicBlock* block) {
    return llvm::is_contained(llvm::successors(block), behind);
  });
  llvm::SplitBlockPredecessors(behind, divided, ".some");
}

} // namespace

bool add_full_paths(llvm::Function& function, const CallInfo& calls) {
  if (!function.hasFnAttribute(masked_bits) && !function.hasFnAttribute(costly_masks)) {
    return false;
  }
  llvm::SmallPtrSet<llvm::BranchInst*, 8> done;
  size_t room = max_copied;
  while (const auto found = Finder(function, calls).find(done, room)) {
    room -= found->size();
    done.insert(found->branch);
    add_copy(*found);
  }
  return !done.empty();
}

} // namespace vecz
