// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/local_memory/lower_local_atomics.h"

#include "vecz/work_item_memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

namespace compiler {
namespace {

/// Loads and stores stay atomic, which costs nothing by itself: a work-item that waits for another
/// one goes on asking.
template <typename Access> bool drop_order(Access& access) {
  if (access.getPointerAddressSpace() != vecz::local_space || !access.isAtomic() ||
      access.isUnordered() || access.getOrdering() == llvm::AtomicOrdering::Monotonic) {
    return false;
  }
  access.setOrdering(llvm::AtomicOrdering::Monotonic);
  return true;
}

bool make_plain(llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return drop_order(*load);
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return drop_order(*store);
  }
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return update->getPointerAddressSpace() == vecz::local_space &&
           llvm::lowerAtomicRMWInst(update);
  }
  auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  return exchange && exchange->getPointerAddressSpace() == vecz::local_space &&
         llvm::lowerAtomicCmpXchgInst(exchange);
}

} // namespace

bool lower_local_atomics(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      changed |= make_plain(instruction);
    }
  }
  return changed;
}

} // namespace compiler
