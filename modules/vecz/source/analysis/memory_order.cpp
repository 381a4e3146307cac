// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/memory_order.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {

bool orders_memory(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return llvm::isStrongerThanMonotonic(load->getOrdering());
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return llvm::isStrongerThanMonotonic(store->getOrdering());
  }
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return llvm::isStrongerThanMonotonic(update->getOrdering());
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return llvm::isStrongerThanMonotonic(exchange->getMergedOrdering());
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    return !llvm::isa<llvm::IntrinsicInst>(call) && !call->doesNotAccessMemory() &&
           !call->hasFnAttr(llvm::Attribute::NoSync);
  }
  return llvm::isa<llvm::FenceInst>(instruction);
}

bool orders_memory(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return orders_memory(instruction);
  });
}

} // namespace vecz
