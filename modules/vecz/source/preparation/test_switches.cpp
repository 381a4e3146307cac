// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/test_switches.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace vecz {
namespace {

constexpr size_t max_destinations = 2, max_tests = 6;

/// Values without a gap, both ends included.
struct Range {
  llvm::APInt first, last;
};

using Destinations = llvm::MapVector<llvm::BasicBlock*, llvm::SmallVector<Range>>;

/// The values for which a switch does not go to its default, by destination.
Destinations destinations_of(llvm::SwitchInst& choice) {
  Destinations found;
  for (const auto& each : choice.cases()) {
    if (each.getCaseSuccessor() != choice.getDefaultDest()) {
      const llvm::APInt& value = each.getCaseValue()->getValue();
      found[each.getCaseSuccessor()].push_back({value, value});
    }
  }
  for (auto& [block, ranges] : found) {
    llvm::sort(ranges, [](const Range& a, const Range& b) { return a.first.ult(b.first); });
    llvm::SmallVector<Range> joined;
    for (const Range& range : ranges) {
      if (!joined.empty() && joined.back().last + 1 == range.first) {
        joined.back().last = range.last;
      } else {
        joined.push_back(range);
      }
    }
    ranges = std::move(joined);
  }
  return found;
}

llvm::Value* is_in(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::ArrayRef<Range> ranges) {
  llvm::Value* any = nullptr;
  for (const Range& range : ranges) {
    llvm::Value* first = builder.getInt(range.first);
    llvm::Value* test = range.first == range.last
                            ? builder.CreateICmpEQ(value, first)
                            : builder.CreateICmpULE(builder.CreateSub(value, first),
                                                    builder.getInt(range.last - range.first));
    any = any ? builder.CreateOr(any, test) : test;
  }
  return any;
}

/// `otherwise`: the destination for all other values.
void replace(llvm::SwitchInst& choice, const Destinations& destinations,
             llvm::BasicBlock* otherwise) {
  llvm::BasicBlock* block = choice.getParent();
  // The values that phis get from the switch; each destination is then entered from one place.
  llvm::SmallMapVector<llvm::PHINode*, llvm::Value*, 8> values;
  const auto take_values = [&](llvm::BasicBlock& from) {
    for (llvm::PHINode& phi : from.phis()) {
      values[&phi] = phi.getIncomingValueForBlock(block);
      phi.removeIncomingValueIf([&](unsigned i) { return phi.getIncomingBlock(i) == block; },
                                /*DeletePHIIfEmpty=*/false);
    }
  };
  const auto enter = [&](llvm::BasicBlock& to, llvm::BasicBlock* from) {
    for (llvm::PHINode& phi : to.phis()) {
      phi.addIncoming(values[&phi], from);
    }
  };
  take_values(*choice.getDefaultDest());
  if (otherwise != choice.getDefaultDest()) {
    take_values(*otherwise);
  }
  for (const auto& [destination, ranges] : destinations) {
    take_values(*destination);
  }
  llvm::IRBuilder<> builder(&choice);
  llvm::BasicBlock* at = block;
  for (const auto& [destination, ranges] : destinations) {
    const bool is_last = destination == destinations.back().first;
    llvm::BasicBlock* next =
        is_last ? otherwise
                : llvm::BasicBlock::Create(block->getContext(), block->getName() + ".others",
                                           block->getParent(), block->getNextNode());
    builder.CreateCondBr(is_in(builder, choice.getCondition(), ranges), destination, next);
    enter(*destination, at);
    if (is_last) {
      enter(*otherwise, at);
    } else {
      at = next;
      builder.SetInsertPoint(next);
    }
  }
  llvm::BasicBlock* before = choice.getDefaultDest();
  choice.eraseFromParent();
  if (llvm::pred_empty(before)) {
    llvm::DeleteDeadBlock(before);
  }
}

} // namespace

bool test_switches(llvm::Function& function) {
  bool changed = false;
  llvm::SmallVector<llvm::SwitchInst*> choices;
  for (llvm::BasicBlock& block : function) {
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) {
      choices.push_back(choice);
    }
  }
  for (llvm::SwitchInst* choice : choices) {
    Destinations destinations = destinations_of(*choice);
    llvm::BasicBlock* otherwise = choice->getDefaultDest();
    if (llvm::isa<llvm::UnreachableInst>(otherwise->front()) && destinations.size() > 1) {
      otherwise = destinations.back().first;
      destinations.pop_back();
    }
    size_t tests = 0;
    for (const auto& [block_of_values, ranges] : destinations) {
      tests += ranges.size();
    }
    if (!destinations.empty() && destinations.size() <= max_destinations && tests <= max_tests) {
      replace(*choice, destinations, otherwise);
      changed = true;
    }
  }
  return changed;
}

} // namespace vecz
