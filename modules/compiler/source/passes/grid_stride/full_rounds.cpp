// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/grid_stride/full_rounds.h"

#include "passes/analyses/is_barrier.h"
#include "passes/grid_stride/count_rounds.h"
#include "passes/grid_stride/kernel_effects.h"
#include "passes/grid_stride/strided_loop.h"
#include "passes/group_functions/work_group_functions.h"
#include "vecz/work_item_memory.h"

#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace compiler {
namespace {

/// Instructions of a loop.
constexpr unsigned max_size = 100;

/// Rounds for which it pays that work-items meet behind them.
constexpr uint64_t many = 8;

/// Values computed before a loop for the iterations that all work-items of the group execute.
struct FullRounds {
  Iterations iterations; ///< of the work-item that begins last
  llvm::Value* step;     ///< what is added to the counter, in its type
  bool are_few;          ///< it is known that they are less than `many`
};

/// Of the work-items of a group: those of the one that begins last, and of the one that begins
/// first.
struct KnownRounds {
  uint64_t fewest, most;
};

/// What is to be done with a loop: one of these, or none.
struct Rounds {
  std::optional<KnownRounds> known; ///< equal, or few
  std::optional<FullRounds> full;
};

bool has_few_iterations(const StridedBounds& bounds, uint64_t least) {
  const auto* limit = llvm::dyn_cast<llvm::ConstantInt>(bounds.limit);
  const auto* stride = llvm::dyn_cast<llvm::ConstantInt>(bounds.stride.low);
  return limit && stride && limit->getZExtValue() / least < stride->getZExtValue();
}

bool is_true(const llvm::Value* value) {
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(value);
  return known && known->isOne();
}

/// Whether it is known that no counter wraps before, or a round after, it is past the limit.
bool counts_exactly(const StridedLoop& strided, const StridedBounds& bounds) {
  const auto* limit = llvm::dyn_cast<llvm::ConstantInt>(bounds.limit);
  const auto* stride = llvm::dyn_cast<llvm::ConstantInt>(bounds.stride.low);
  const int64_t greatest = llvm::maxIntN(strided.counter->getType()->getIntegerBitWidth()) / 2;
  return limit && stride && !limit->isNegative() && limit->getSExtValue() < greatest &&
         stride->getSExtValue() < greatest / 2;
}

std::optional<KnownRounds> known_rounds(const StridedLoop& strided, const StridedBounds& bounds,
                                        llvm::IRBuilderBase& builder) {
  if (!counts_exactly(strided, bounds)) {
    return std::nullopt;
  }
  const Iterations first = count_iterations(strided, bounds, bounds.start.low, builder);
  const Iterations last = count_iterations(strided, bounds, bounds.start.high, builder);
  const auto* most = llvm::dyn_cast<llvm::ConstantInt>(first.count);
  const auto* fewest = llvm::dyn_cast<llvm::ConstantInt>(last.count);
  if (!is_true(first.begins) || !llvm::isa<llvm::ConstantInt>(last.begins) || !most || !fewest) {
    return std::nullopt;
  }
  return KnownRounds{is_true(last.begins) ? fewest->getZExtValue() : 0, most->getZExtValue()};
}

/// Nothing where nothing is known, or where the loop says already that all work-items have the same
/// number.
Rounds rounds_of(const StridedLoop& strided, uint64_t least) {
  llvm::Instruction* before = strided.loop->getLoopPredecessor()->getTerminator();
  llvm::Instruction* last = before->getPrevNode();
  llvm::IRBuilder<llvm::InstSimplifyFolder> builder(
      before->getContext(), llvm::InstSimplifyFolder(before->getDataLayout()));
  builder.SetInsertPoint(before);
  LaunchBounds bounds(builder, Sharing::group);
  const auto found = bounds_of(strided, bounds, builder);
  Rounds rounds;
  if (found && found->start.low != found->start.high) {
    if (!bounds.requirement()) {
      rounds.known = known_rounds(strided, *found, builder);
    }
    const bool are_equal = rounds.known && rounds.known->fewest == rounds.known->most;
    if (!are_equal && !has_few_iterations(*found, least)) {
      rounds.known.reset();
      rounds.full = {count_iterations(strided, *found, found->start.high, builder), found->step,
                     has_few_iterations(*found, many)};
      if (llvm::Value* required = bounds.requirement()) {
        rounds.full->iterations.begins =
            builder.CreateAnd(rounds.full->iterations.begins, required);
      }
    }
  }
  while (!rounds.full && before->getPrevNode() != last) {
    before->getPrevNode()->eraseFromParent();
  }
  return rounds;
}

/// A copy of the loop which is not left yet, in front of it.
class LoopOfFullRounds {
public:
  LoopOfFullRounds(const StridedLoop& of_items, const FullRounds& counted)
      : strided(of_items), loop(*of_items.loop), full(counted), start(of_items.start()),
        header(loop.getHeader()), before(loop.getLoopPredecessor()), builder(header->getContext()) {
  }

  void build() {
    copy_blocks();
    stay_inside(loop, *begin);
    llvm::PHINode* round = count_rounds();
    if (strided.counter->getType()->isIntegerTy(32)) {
      count_without_wrapping(*round);
    }
    go_on_to_the_loop();
    enter(*round);
  }

  /// Has all work-items finish these rounds before any goes on.
  void meet_behind() {
    llvm::BasicBlock* met = llvm::SplitBlockPredecessors(header, {choose, end}, ".met");
    builder.SetInsertPoint(met->getTerminator());
    create_group_barrier(builder);
  }

private:
  void copy_blocks() {
    llvm::SmallVector<llvm::BasicBlock*> copies;
    for (llvm::BasicBlock* block : loop.blocks()) {
      copies.push_back(llvm::CloneBasicBlock(block, map, ".full", header->getParent()));
      copies.back()->moveBefore(header);
      map[block] = copies.back();
    }
    llvm::remapInstructionsInBlocks(copies, map);
    begin = llvm::cast<llvm::BasicBlock>(map[header]);
    end = llvm::cast<llvm::BasicBlock>(map[loop.getLoopLatch()]);
  }

  llvm::PHINode* count_rounds() {
    builder.SetInsertPoint(begin, begin->begin());
    llvm::PHINode* round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
    llvm::Instruction* back = end->getTerminator();
    builder.SetInsertPoint(back);
    llvm::Value* next = builder.CreateAdd(round, builder.getInt64(1), "", true);
    builder.CreateCondBr(builder.CreateICmpULT(next, full.iterations.count), begin, header);
    back->eraseFromParent();
    round->addIncoming(next, end);
    return round;
  }

  /// In these rounds the counter of no work-item is above the limit. Behind them it may wrap: the
  /// last addition is that of the loop itself.
  void count_without_wrapping(llvm::PHINode& round) {
    auto* counter = llvm::cast<llvm::PHINode>(map[strided.counter]);
    const bool fits_int = strided.is_signed();
    builder.SetInsertPoint(begin, begin->getFirstInsertionPt());
    llvm::Value* exact = value_in_round(builder, start, *full.step, round, true, fits_int);
    const auto* next = counter->getIncomingValueForBlock(end);
    counter->replaceUsesWithIf(exact, [&](const llvm::Use& use) {
      return use.getUser() != next && use.getUser() != exact;
    });
  }

  void go_on_to_the_loop() {
    for (llvm::PHINode& phi : header->phis()) {
      llvm::Value* last = phi.getIncomingValueForBlock(loop.getLoopLatch());
      const auto copy = map.find(last);
      phi.addIncoming(copy == map.end() ? last : static_cast<llvm::Value*>(copy->second), end);
    }
  }

  void enter(llvm::PHINode& round) {
    choose =
        llvm::BasicBlock::Create(builder.getContext(), "full.rounds", header->getParent(), begin);
    before->getTerminator()->replaceSuccessorWith(header, choose);
    builder.SetInsertPoint(choose);
    builder.CreateCondBr(full.iterations.begins, begin, header);
    header->replacePhiUsesWith(before, choose);
    begin->replacePhiUsesWith(before, choose);
    round.addIncoming(builder.getInt64(0), choose);
  }

  const StridedLoop& strided;
  const llvm::Loop& loop;
  const FullRounds& full;
  llvm::Value& start;
  llvm::BasicBlock *const header, *const before;
  llvm::IRBuilder<> builder;
  llvm::ValueToValueMapTy map;
  llvm::BasicBlock *begin = nullptr, *end = nullptr; ///< copies of the header and the latch
  llvm::BasicBlock* choose = nullptr;                ///< in front of the copies
};

bool has_barriers(llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), is_barrier);
}

/// Whether a loop reads, writes nothing, and has more to carry from one iteration to the next than
/// numbers that grow.
bool only_accumulates(const llvm::Loop& loop) {
  return only_reads(loop) && llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) {
           return !is_induction(phi, loop);
         });
}

/// Whether a loop reads, and has no effect but atomic operations on local memory that order nothing
/// else and whose results are not used: counters, as those of a histogram.
bool only_counts(const llvm::Loop& loop) {
  bool counts = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
      const bool is_counter = update && update->use_empty() &&
                              update->getOrdering() == llvm::AtomicOrdering::Monotonic &&
                              update->getPointerAddressSpace() == vecz::local_space;
      if (!is_counter && instruction.mayHaveSideEffects()) {
        return false;
      }
      counts |= is_counter;
    }
  }
  return counts;
}

/// Whether it pays to cut the kernel behind the full rounds, as at a barrier: what remains, where
/// work-items go different ways, is then apart, and the rounds are done for several vectors at once
/// (coarsen_work_items.h). Kernels with barriers are cut anyway. All work-items have to come there,
/// once.
bool pays_to_meet(llvm::Function& kernel, const llvm::Loop& loop) {
  return loop.getLoopDepth() == 1 && (only_accumulates(loop) || only_counts(loop)) &&
         has_barriers(kernel) &&
         llvm::PostDominatorTree(kernel).dominates(loop.getHeader(), &kernel.getEntryBlock());
}

/// Lets all work-items run as many rounds. Whether anything changed.
bool count_known(const StridedLoop& strided, const KnownRounds& known) {
  if (known.fewest != known.most) {
    return stay_for_rounds(strided, known.most);
  }
  count_rounds(strided, known.most);
  return true;
}

/// One of the loops that have not been looked at, from inside to outside; the others are no longer
/// known after it.
bool divide_one(llvm::Function& kernel, uint64_t least,
                llvm::SmallPtrSetImpl<llvm::BasicBlock*>& seen) {
  llvm::DominatorTree tree(kernel);
  llvm::LoopInfo loops(tree);
  const auto from_outside = loops.getLoopsInPreorder();
  for (llvm::Loop* loop : llvm::reverse(from_outside)) {
    if (!seen.insert(loop->getHeader()).second || !is_small_and_meets_nobody(*loop, max_size)) {
      continue;
    }
    const auto strided = find_strided_loop(*loop);
    const Rounds rounds = strided ? rounds_of(*strided, least) : Rounds();
    if (rounds.known && count_known(*strided, *rounds.known)) {
      return true;
    }
    if (rounds.full) {
      const bool meets = !rounds.full->are_few && pays_to_meet(kernel, *loop);
      LoopOfFullRounds copy(*strided, *rounds.full);
      copy.build();
      if (meets) {
        copy.meet_behind();
      }
      return true;
    }
  }
  return false;
}

bool has_rounds(llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    const auto word = mux_builtin(instruction);
    return word == MuxBuiltin::get_round || word == MuxBuiltin::get_group_round;
  });
}

} // namespace

bool full_rounds(llvm::Module& module, uint64_t least) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        !has_rounds(function)) {
      llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
      while (divide_one(function, least, seen)) {
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace compiler
