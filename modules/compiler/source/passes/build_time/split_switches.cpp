// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/build_time/split_switches.h"

#include "passes/vectorization/notes.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <vector>

namespace compiler {
namespace {

constexpr size_t max_successors = 128;

struct Case {
  llvm::ConstantInt* value;
  llvm::BasicBlock* block;
};

bool has_many_successors(const llvm::SwitchInst& where) {
  if (where.getNumSuccessors() <= max_successors) {
    return false;
  }
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> blocks;
  for (const llvm::BasicBlock* block : llvm::successors(where.getParent())) {
    blocks.insert(block);
  }
  return blocks.size() > max_successors;
}

class Splitting {
public:
  explicit Splitting(llvm::SwitchInst& where)
      : from(*where.getParent()), behind(from.getNextNode()), condition(where.getCondition()),
        other(where.getDefaultDest()) {}

  /// Ends `block`, which is empty or the one that the switch is taken from, by a choice among
  /// `cases`, which rise.
  void choose(llvm::BasicBlock& block, llvm::ArrayRef<Case> cases) {
    llvm::IRBuilder<> builder(&block);
    if (cases.size() < max_successors) { // and the default
      llvm::SwitchInst* part = builder.CreateSwitch(condition, other, cases.size());
      for (const Case& one : cases) {
        part->addCase(one.value, one.block);
      }
      for (llvm::BasicBlock* successor : llvm::successors(&block)) {
        add_predecessor(*successor, block);
      }
      return;
    }
    const llvm::ArrayRef<Case> low = cases.take_front(cases.size() / 2),
                               high = cases.drop_front(low.size());
    llvm::BasicBlock* low_block = add_block();
    llvm::BasicBlock* high_block = add_block();
    builder.CreateCondBr(builder.CreateICmpULT(condition, high.front().value, "below"), low_block,
                         high_block);
    choose(*low_block, low);
    choose(*high_block, high);
  }

private:
  llvm::BasicBlock* add_block() {
    return llvm::BasicBlock::Create(from.getContext(), "cases", from.getParent(), behind);
  }

  /// Gives phis the same value for the new predecessor `block` as for the switch's block.
  void add_predecessor(llvm::BasicBlock& successor, llvm::BasicBlock& block) {
    for (llvm::PHINode& phi : successor.phis()) {
      phi.addIncoming(phi.getIncomingValueForBlock(&from), &block);
    }
  }

  llvm::BasicBlock& from;
  llvm::BasicBlock* behind;
  llvm::Value* condition;
  llvm::BasicBlock* other;
};

void split(llvm::SwitchInst& where) {
  std::vector<Case> cases;
  for (const auto& one : where.cases()) {
    if (one.getCaseSuccessor() != where.getDefaultDest()) {
      cases.push_back({one.getCaseValue(), one.getCaseSuccessor()});
    }
  }
  llvm::sort(cases, [](const Case& a, const Case& b) {
    return a.value->getValue().ult(b.value->getValue());
  });
  llvm::BasicBlock& from = *where.getParent();
  const llvm::SmallPtrSet<llvm::BasicBlock*, 32> successors(llvm::from_range,
                                                            llvm::successors(&from));
  Splitting splitting(where);
  where.eraseFromParent();
  splitting.choose(from, cases);
  for (llvm::BasicBlock* successor : successors) {
    for (llvm::PHINode& phi : successor->phis()) {
      phi.removeIncomingValueIf([&](unsigned i) { return phi.getIncomingBlock(i) == &from; },
                                /*DeletePHIIfEmpty=*/false);
    }
  }
}

} // namespace

bool split_switches(llvm::Module& module) {
  std::vector<llvm::SwitchInst*> found;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      auto* where = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
      if (where && has_many_successors(*where)) {
        found.push_back(where);
      }
    }
  }
  for (llvm::SwitchInst* where : found) {
    note_limit(*where->getFunction(), "a switch goes to more than " + llvm::Twine(max_successors) +
                                          " blocks; it becomes several behind comparisons");
    split(*where);
  }
  return !found.empty();
}

} // namespace compiler
