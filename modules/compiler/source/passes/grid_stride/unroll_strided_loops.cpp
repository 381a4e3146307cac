// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/grid_stride/unroll_strided_loops.h"

#include "passes/grid_stride/kernel_effects.h"
#include "passes/grid_stride/strided_loop.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <vector>

namespace compiler {
namespace {

/// Iterations at once, and how many instructions the loop may have for it: what the first of these
/// leaves is for the next one.
struct Times {
  unsigned count, max_size;
};
constexpr Times all_times[] = {{8, 16}, {4, 40}};

/// Whether a value does not change in a loop, and may be computed in front of it.
bool can_hoist(const llvm::Value& value, const llvm::Loop& loop) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return !instruction || !loop.contains(instruction) ||
         (!llvm::isa<llvm::PHINode>(instruction) && is_repeatable(*instruction) &&
          llvm::all_of(instruction->operands(),
                       [&](const llvm::Use& operand) { return can_hoist(*operand, loop); }));
}

/// Moves such a value in front of the loop.
void hoist(llvm::Value& value, const llvm::Loop& loop) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || !loop.contains(instruction)) {
    return;
  }
  for (const llvm::Use& operand : instruction->operands()) {
    hoist(*operand, loop);
  }
  instruction->moveBefore(loop.getLoopPredecessor()->getTerminator()->getIterator());
}

/// Whether the numbers of a loop allow it: the stride is not known, but does not change, and
/// neither does the limit.
bool has_unknown_stride(const StridedLoop& strided) {
  return strided.tested == strided.counter && !llvm::isa<llvm::Constant>(strided.stride) &&
         can_hoist(*strided.stride, *strided.loop) && can_hoist(*strided.limit, *strided.loop);
}

/// A copy of the loop that does several iterations at once, in front of it.
class LoopOfSeveral {
public:
  LoopOfSeveral(const StridedLoop& of_one, unsigned in_times)
      : strided(of_one), loop(*of_one.loop), header(loop.getHeader()), latch(loop.getLoopLatch()),
        before(loop.getLoopPredecessor()), times(in_times) {}

  void build() {
    hoist(*strided.stride, loop);
    hoist(*strided.limit, loop);
    std::vector<Copy> copies(times);
    for (Copy& copy : copies) {
      copy_blocks(copy);
    }
    llvm::IRBuilder<> builder(before->getTerminator());
    llvm::Value* distance = nullptr;
    llvm::Value* fits = check_stride(builder, distance);
    for (unsigned i = 1; i < times; ++i) {
      follow(copies[i], copies[i - 1]);
    }
    enter(copies, builder, fits, distance);
  }

private:
  /// The blocks of an iteration.
  struct Copy {
    llvm::ValueToValueMapTy map;
    [[nodiscard]] llvm::BasicBlock* of(llvm::BasicBlock* block) {
      return llvm::cast<llvm::BasicBlock>(map[block]);
    }
    [[nodiscard]] llvm::Value* of(llvm::Value* value) {
      const auto found = map.find(value);
      return found == map.end() ? value : static_cast<llvm::Value*>(found->second);
    }
  };

  void copy_blocks(Copy& copy) {
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock* block : loop.blocks()) {
      blocks.push_back(llvm::CloneBasicBlock(block, copy.map, ".several", header->getParent()));
      blocks.back()->moveBefore(header);
      copy.map[block] = blocks.back();
    }
    llvm::remapInstructionsInBlocks(blocks, copy.map);
  }

  /// Whether the distance of all iterations that are done at once is a number above zero. As an
  /// unsigned one, also where the counter is signed: limit - counter is one if it is above zero.
  [[nodiscard]] llvm::Value* check_stride(llvm::IRBuilder<>& builder,
                                          llvm::Value*& distance) const {
    llvm::Type* type = strided.stride->getType();
    const llvm::APInt most =
        llvm::APInt::getMaxValue(type->getIntegerBitWidth()).lshr(llvm::Log2_32(times));
    llvm::Value* zero = llvm::ConstantInt::get(type, 0);
    distance = builder.CreateMul(strided.stride, llvm::ConstantInt::get(type, times - 1));
    return builder.CreateAnd(
        builder.CreateICmpNE(strided.stride, zero),
        builder.CreateICmpULE(strided.stride, llvm::ConstantInt::get(type, most)));
  }

  /// Puts an iteration behind another one.
  void follow(Copy& copy, Copy& earlier) {
    for (llvm::PHINode& phi : llvm::make_early_inc_range(header->phis())) {
      auto* own = llvm::cast<llvm::PHINode>(copy.of(&phi));
      llvm::Value* value = earlier.of(phi.getIncomingValueForBlock(latch));
      own->replaceAllUsesWith(value);
      own->eraseFromParent();
      copy.map[&phi] = value;
    }
    stay_inside(loop, *copy.of(header));
    earlier.of(latch)->getTerminator()->replaceSuccessorWith(earlier.of(header), copy.of(header));
  }

  void enter(llvm::MutableArrayRef<Copy> copies, llvm::IRBuilder<>& builder, llvm::Value* fits,
             llvm::Value* distance) {
    Copy &first = copies.front(), &last = copies.back();
    llvm::BasicBlock *begin = first.of(header), *end = last.of(latch);
    end->getTerminator()->replaceSuccessorWith(last.of(header), begin);
    for (llvm::PHINode& phi : header->phis()) {
      auto* own = llvm::cast<llvm::PHINode>(first.of(&phi));
      own->removeIncomingValue(first.of(latch), false);
      own->addIncoming(last.of(phi.getIncomingValueForBlock(latch)), end);
    }
    // The test of the first copy is for all.
    llvm::Instruction* test = begin->getTerminator();
    llvm::BasicBlock* inner = test->getSuccessor(inner_successor(loop));
    builder.SetInsertPoint(test);
    llvm::Value* counter = first.of(strided.counter);
    llvm::Value* left = builder.CreateSub(strided.limit, counter);
    llvm::Value* is_enough = strided.includes_limit() ? builder.CreateICmpUGE(left, distance)
                                                      : builder.CreateICmpUGT(left, distance);
    llvm::Value* all = builder.CreateLogicalAnd(
        builder.CreateICmp(strided.predicate, counter, strided.limit), is_enough);
    builder.CreateCondBr(all, inner, header);
    test->eraseFromParent();
    // The loop itself goes on with what that one leaves.
    auto* choose =
        llvm::BasicBlock::Create(builder.getContext(), "several", header->getParent(), begin);
    before->getTerminator()->replaceSuccessorWith(header, choose);
    builder.SetInsertPoint(choose);
    builder.CreateCondBr(fits, begin, header);
    header->replacePhiUsesWith(before, choose);
    begin->replacePhiUsesWith(before, choose);
    for (llvm::PHINode& phi : header->phis()) {
      phi.addIncoming(first.of(&phi), begin);
    }
    // One block stands before it again.
    llvm::SplitBlockPredecessors(header, {choose, begin}, ".rest");
  }

  const StridedLoop& strided;
  const llvm::Loop& loop;
  llvm::BasicBlock *const header, *const latch, *const before;
  const unsigned times; ///< a power of two
};

bool unroll_one(llvm::Function& kernel, llvm::SmallPtrSetImpl<llvm::BasicBlock*>& seen) {
  const llvm::DominatorTree tree(kernel);
  const llvm::LoopInfo loops(tree);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!seen.insert(loop->getHeader()).second || !loop->isInnermost() || loop->getLoopID() ||
        !only_reads(*loop) || !is_small_and_meets_nobody(*loop, all_times[1].max_size)) {
      continue;
    }
    const auto strided = find_strided_loop(*loop);
    if (!strided || !has_unknown_stride(*strided)) {
      continue;
    }
    for (const auto& [count, max_size] : all_times) {
      if (is_small_and_meets_nobody(*loop, max_size)) {
        LoopOfSeveral(*strided, count).build();
      }
    }
    return true; // the analyses are of the function as it was
  }
  return false;
}

} // namespace

bool unroll_strided_loops(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
      while (unroll_one(function, seen)) {
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace compiler
