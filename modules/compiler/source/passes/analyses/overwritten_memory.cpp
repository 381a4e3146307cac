// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analyses/overwritten_memory.h"

#include "passes/analyses/is_barrier.h"
#include "vecz/memory_order.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

namespace compiler {
namespace {

/// By itself, or by telling others that they may.
bool may_write_global_memory(const llvm::Instruction& instruction) {
  if (!instruction.mayWriteToMemory() || is_barrier(instruction)) {
    return false;
  }
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store && !vecz::orders_memory(*store)) {
    const vecz::AddressSpace space = vecz::address_space_of(*store->getPointerOperand());
    return space != vecz::private_space && space != vecz::local_space;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return !call || !call->isAssumeLikeIntrinsic();
}

/// A part of a block between barriers.
struct Part {
  const llvm::BasicBlock* block;
  const llvm::Instruction* barrier; ///< that it begins behind, or null at the block's beginning
  bool ends_block = true;           ///< no barrier follows
  bool writes = false;

  [[nodiscard]] const llvm::Value* name() const {
    return barrier ? static_cast<const llvm::Value*>(barrier) : block;
  }
};

llvm::SmallVector<Part> cut(const llvm::Function& function) {
  llvm::SmallVector<Part> parts;
  for (const llvm::BasicBlock& block : function) {
    parts.push_back({&block, nullptr});
    for (const llvm::Instruction& instruction : block) {
      if (is_barrier(instruction)) {
        parts.back().ends_block = false;
        parts.push_back({&block, &instruction});
      }
      parts.back().writes |= may_write_global_memory(instruction);
    }
  }
  return parts;
}

/// The first of some instructions of a block, in order, that is behind `instruction`.
auto first_behind(const std::vector<const llvm::Instruction*>& all,
                  const llvm::Instruction& instruction) {
  return llvm::partition_point(
      all, [&](const llvm::Instruction* other) { return !instruction.comesBefore(other); });
}

} // namespace

OverwrittenMemory::OverwrittenMemory(const llvm::Function& kernel) {
  for (const llvm::BasicBlock& block : kernel) {
    for (const llvm::Instruction& instruction : block) {
      if (may_write_global_memory(instruction)) {
        writes[&block].push_back(&instruction);
      } else if (is_barrier(instruction)) {
        barriers[&block].push_back(&instruction);
      }
    }
  }
  const llvm::SmallVector<Part> parts = cut(kernel);
  llvm::DenseMap<const llvm::BasicBlock*, const Part*> first, last;
  for (const Part& part : parts) {
    first.try_emplace(part.block, &part);
    last[part.block] = &part;
  }
  // Backwards: the parts from which a write can be reached without a barrier.
  llvm::DenseSet<const llvm::Value*> to_a_write;
  llvm::SmallVector<const Part*> work;
  const auto add = [&](llvm::DenseSet<const llvm::Value*>& parts_found, const Part* part) {
    if (parts_found.insert(part->name()).second) {
      work.push_back(part);
    }
  };
  for (const Part& part : parts) {
    if (part.writes) {
      add(to_a_write, &part);
    }
  }
  while (!work.empty()) {
    const Part* part = work.pop_back_val();
    if (!part->barrier) {
      for (const llvm::BasicBlock* before : llvm::predecessors(part->block)) {
        add(to_a_write, last.lookup(before));
      }
    }
  }
  // Forwards from those of them that begin a region.
  for (const Part& part : parts) {
    if ((part.barrier || part.block->isEntryBlock()) && to_a_write.contains(part.name())) {
      add(written_regions, &part);
    }
  }
  while (!work.empty()) {
    const Part* part = work.pop_back_val();
    if (part->ends_block) {
      for (const llvm::BasicBlock* next : llvm::successors(part->block)) {
        add(written_regions, first.lookup(next));
      }
    }
  }
}

/// Forwards from `source` until it comes again.
void OverwrittenMemory::follow(const llvm::LoadInst& source) {
  followed = &source;
  behind_a_write.clear();
  Blocks reached;
  // Blocks, and whether the way to them contains a write.
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, bool>> work;
  const auto leave = [&](const llvm::BasicBlock& block, bool written) {
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      if ((written ? behind_a_write : reached).insert(next).second) {
        work.push_back({next, written});
      }
    }
  };
  const llvm::BasicBlock* begin = source.getParent();
  const auto first = writes.find(begin);
  leave(*begin, first != writes.end() && source.comesBefore(first->second.back()));
  while (!work.empty()) {
    const auto [block, written] = work.pop_back_val();
    if (block != begin) {
      leave(*block, written || writes.contains(block));
    }
  }
}

bool OverwrittenMemory::is_behind_a_write(const llvm::Instruction& later) const {
  const llvm::BasicBlock* block = later.getParent();
  const bool is_behind_source = block == followed->getParent() && followed->comesBefore(&later);
  if (!is_behind_source && behind_a_write.contains(block)) {
    return true;
  }
  const auto found = writes.find(block);
  if (found == writes.end()) {
    return false;
  }
  // The first write in the part of the block that is walked to reach `later`.
  const auto first =
      is_behind_source ? first_behind(found->second, *followed) : found->second.begin();
  return first != found->second.end() && (*first)->comesBefore(&later);
}

bool OverwrittenMemory::shares_a_region_with_a_write(const llvm::Instruction& later) const {
  const llvm::BasicBlock* block = later.getParent();
  const auto found = barriers.find(block);
  if (found != barriers.end()) {
    const auto next = first_behind(found->second, later);
    if (next != found->second.begin()) {
      return written_regions.contains(*std::prev(next));
    }
  }
  return written_regions.contains(block);
}

bool OverwrittenMemory::can_be_overwritten(const llvm::LoadInst& source,
                                           const llvm::Instruction& later) {
  if (followed != &source) {
    follow(source);
  }
  return is_behind_a_write(later) || shares_a_region_with_a_write(later);
}

} // namespace compiler
