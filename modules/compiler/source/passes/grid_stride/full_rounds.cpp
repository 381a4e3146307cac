// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/grid_stride/full_rounds.h"

#include "passes/grid_stride/strided_loop.h"

#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace compiler {
namespace {

/// Instructions of a loop.
constexpr unsigned max_size = 100;

bool is_small_and_meets_nobody(const llvm::Loop& loop) {
  unsigned size = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    size += block->size();
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && (call->isConvergent() || call->cannotDuplicate())) {
        return false;
      }
    }
  }
  return size <= max_size;
}

/// The iterations that all work-items of the group have, before the loop; none if that is not
/// known, or if all have the same number anyway.
std::optional<Iterations> count_full_rounds(const StridedLoop& strided) {
  llvm::Instruction* before = strided.loop->getLoopPredecessor()->getTerminator();
  llvm::Instruction* last = before->getPrevNode();
  llvm::IRBuilder<llvm::InstSimplifyFolder> builder(
      before->getContext(), llvm::InstSimplifyFolder(before->getDataLayout()));
  builder.SetInsertPoint(before);
  LaunchBounds bounds(builder, Sharing::group);
  const auto found = bounds_of(strided, bounds, builder);
  if (!found || found->start.low == found->start.high) {
    while (before->getPrevNode() != last) {
      before->getPrevNode()->eraseFromParent();
    }
    return std::nullopt;
  }
  Iterations last_item = count_iterations(strided, *found, found->start.high, builder);
  if (llvm::Value* required = bounds.requirement()) {
    last_item.begins = builder.CreateAnd(last_item.begins, required);
  }
  return last_item;
}

/// Copies the loop, without its exit, to before itself.
void put_full_rounds_before(const llvm::Loop& loop, const Iterations& full) {
  llvm::BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch(),
                   *before = loop.getLoopPredecessor();
  llvm::ValueToValueMapTy map;
  llvm::SmallVector<llvm::BasicBlock*> copies;
  for (llvm::BasicBlock* block : loop.blocks()) {
    copies.push_back(llvm::CloneBasicBlock(block, map, ".full", header->getParent()));
    copies.back()->moveBefore(header);
    map[block] = copies.back();
  }
  llvm::remapInstructionsInBlocks(copies, map);
  auto* begin = llvm::cast<llvm::BasicBlock>(map[header]);
  auto* end = llvm::cast<llvm::BasicBlock>(map[latch]);

  const auto* branch_of_loop = llvm::cast<llvm::BranchInst>(header->getTerminator());
  const unsigned inside = loop.contains(branch_of_loop->getSuccessor(0)) ? 0 : 1;
  auto* leaves = llvm::cast<llvm::BranchInst>(begin->getTerminator());
  llvm::BranchInst::Create(leaves->getSuccessor(inside), leaves->getIterator());
  leaves->eraseFromParent();

  llvm::IRBuilder<> builder(begin, begin->begin());
  llvm::PHINode* round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
  builder.SetInsertPoint(end->getTerminator());
  llvm::Value* next = builder.CreateAdd(round, builder.getInt64(1), "", true);
  builder.CreateCondBr(builder.CreateICmpULT(next, full.count), begin, header);
  end->getTerminator()->eraseFromParent();
  round->addIncoming(builder.getInt64(0), before);
  round->addIncoming(next, end);
  for (llvm::PHINode& phi : header->phis()) {
    llvm::Value* last = phi.getIncomingValueForBlock(latch);
    const auto copy = map.find(last);
    phi.addIncoming(copy == map.end() ? last : static_cast<llvm::Value*>(copy->second), end);
  }
  llvm::Instruction* branch = before->getTerminator();
  builder.SetInsertPoint(branch);
  auto* choose =
      llvm::BasicBlock::Create(builder.getContext(), "full.rounds", header->getParent(), begin);
  branch->replaceSuccessorWith(header, choose);
  builder.SetInsertPoint(choose);
  builder.CreateCondBr(full.begins, begin, header);
  header->replacePhiUsesWith(before, choose);
  begin->replacePhiUsesWith(before, choose);
}

/// One of the loops that have not been looked at, from inside to outside; the others are no longer
/// known after it.
bool divide_one(llvm::Function& kernel, llvm::SmallPtrSetImpl<llvm::BasicBlock*>& seen) {
  llvm::DominatorTree tree(kernel);
  llvm::LoopInfo loops(tree);
  const auto from_outside = loops.getLoopsInPreorder();
  for (llvm::Loop* loop : llvm::reverse(from_outside)) {
    if (!seen.insert(loop->getHeader()).second || !is_small_and_meets_nobody(*loop)) {
      continue;
    }
    const auto strided = find_strided_loop(*loop);
    if (const auto full = strided ? count_full_rounds(*strided) : std::nullopt) {
      put_full_rounds_before(*loop, *full);
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

bool full_rounds(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        !has_rounds(function)) {
      llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
      while (divide_one(function, seen)) {
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace compiler
