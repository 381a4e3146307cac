// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/build_time/skip_known_tests.h"

#include "passes/llvm_limits/run_on_functions.h"
#include "passes/vectorization/notes.h"

#include <deque>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace compiler {
namespace {

constexpr unsigned max_facts = 32, max_skipped = 2048;

/// The end of a block that compares an integer with constants.
struct Test {
  llvm::Value* value = nullptr;         ///< null if the block ends otherwise
  llvm::ICmpInst* comparison = nullptr; ///< null for a switch
};

Test test_at_end(llvm::BasicBlock& block) {
  if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) {
    return {choice->getCondition(), nullptr};
  }
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  auto* comparison = branch && branch->isConditional()
                         ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                         : nullptr;
  const bool is_test = comparison && comparison->isEquality() &&
                       llvm::isa<llvm::ConstantInt>(comparison->getOperand(1));
  return is_test ? Test{comparison->getOperand(0), comparison} : Test{};
}

/// Where a branch on `comparison` goes if its value is the constant.
unsigned successor_if_equal(const llvm::ICmpInst& comparison) {
  return comparison.getPredicate() == llvm::ICmpInst::ICMP_EQ ? 0 : 1;
}

/// Whether a block consists of its test, so that no other block needs it.
bool is_only(llvm::BasicBlock& block, const Test& test) {
  const llvm::Instruction& first = block.front();
  return test.comparison ? &first == test.comparison && test.comparison->hasOneUse() &&
                               first.getNextNode() == block.getTerminator()
                         : first.isTerminator();
}

class Tests {
public:
  explicit Tests(llvm::Function& subject) : dominators(subject) {
    const llvm::ReversePostOrderTraversal<llvm::Function*> in_order(&subject);
    order.assign(in_order.begin(), in_order.end());
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen;
    for (const llvm::BasicBlock* block : order) {
      seen.insert(block);
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        if (seen.contains(next)) {
          headers.insert(next);
        }
      }
    }
  }

  bool run() {
    for (llvm::BasicBlock* block : order) {
      facts[block] = fact_in(*block);
      add_edges(*block);
    }
    // Facts about a block stay true, because only tests are left out.
    for (llvm::BasicBlock* block : order) {
      const Fact* known = facts.lookup(block);
      for (unsigned i = 0; known && i < block->getTerminator()->getNumSuccessors(); ++i) {
        skip(*block, i, known);
      }
    }
    if (exceeded) {
      note_limit(*order.front()->getParent(),
                 "more than " + llvm::Twine(max_skipped) +
                     " comparisons of one value follow each other; those behind it stay");
    }
    return changed;
  }

private:
  /// `value` is `is`, and `outer` holds.
  struct Fact {
    const llvm::Value* value;
    llvm::ConstantInt* is;
    const Fact* outer;
  };
  /// The value that the edge from one block to another implies.
  struct Edge {
    const llvm::BasicBlock* from = nullptr;
    llvm::ConstantInt* value = nullptr; ///< null if several lead to the block
  };

  void add_edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                llvm::ConstantInt* value) {
    Edge& edge = edges[&to];
    edge = {&from, edge.from == &from ? nullptr : value};
  }

  void add_edges(llvm::BasicBlock& from) {
    const Test test = test_at_end(from);
    if (test.comparison) {
      add_edge(from, *from.getTerminator()->getSuccessor(successor_if_equal(*test.comparison)),
               llvm::cast<llvm::ConstantInt>(test.comparison->getOperand(1)));
    } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(from.getTerminator())) {
      add_edge(from, *choice->getDefaultDest(), nullptr);
      for (const auto& one : choice->cases()) {
        add_edge(from, *one.getCaseSuccessor(), one.getCaseValue());
      }
    }
  }

  /// The fact that holds in `block`: its dominator's, or the one that its only incoming edge adds.
  const Fact* fact_in(llvm::BasicBlock& block) {
    const auto* dominator = dominators.getNode(&block)->getIDom();
    const Fact* outer = dominator ? facts.lookup(dominator->getBlock()) : nullptr;
    llvm::BasicBlock* before = block.getSinglePredecessor();
    const Edge edge = edges.lookup(&block);
    if (!before || !edge.value || edge.from != before) {
      return outer;
    }
    return &made.emplace_back(Fact{test_at_end(*before).value, edge.value, outer});
  }

  [[nodiscard]] static llvm::ConstantInt* value_of(const llvm::Value* value, const Fact* fact) {
    for (unsigned i = 0; fact && i < max_facts; ++i, fact = fact->outer) {
      if (fact->value == value) {
        return fact->is;
      }
    }
    return nullptr;
  }

  /// The successor of a block that only tests a known value; null for other blocks. A jump past the
  /// header of a loop could make a second entry.
  [[nodiscard]] llvm::BasicBlock* behind(llvm::BasicBlock& block, const Fact* known) const {
    const Test test = test_at_end(block);
    if (!test.value || !is_only(block, test) || headers.contains(&block)) {
      return nullptr;
    }
    llvm::ConstantInt* value = value_of(test.value, known);
    if (!value) {
      return nullptr;
    }
    if (!test.comparison) {
      return llvm::cast<llvm::SwitchInst>(block.getTerminator())
          ->findCaseValue(value)
          ->getCaseSuccessor();
    }
    const unsigned equal = successor_if_equal(*test.comparison);
    return block.getTerminator()->getSuccessor(test.comparison->getOperand(1) == value ? equal
                                                                                       : 1 - equal);
  }

  void skip(llvm::BasicBlock& block, unsigned successor, const Fact* known) {
    llvm::BasicBlock* first = block.getTerminator()->getSuccessor(successor);
    llvm::BasicBlock *last = nullptr, *target = first;
    unsigned skipped = 0;
    while (llvm::BasicBlock* next = behind(*target, known)) {
      if (skipped++ == max_skipped) {
        exceeded = true;
        break;
      }
      last = target;
      target = next;
    }
    const bool has_phis = llvm::isa<llvm::PHINode>(target->front());
    if (!last || (has_phis && llvm::is_contained(llvm::successors(&block), target))) {
      return;
    }
    for (llvm::PHINode& phi : target->phis()) {
      phi.addIncoming(phi.getIncomingValueForBlock(last), &block);
    }
    block.getTerminator()->setSuccessor(successor, target); // blocks of tests have no phis
    changed = true;
  }

  const llvm::DominatorTree dominators; ///< as they were in the beginning
  llvm::SmallVector<llvm::BasicBlock*> order;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> headers; ///< of loops
  llvm::DenseMap<const llvm::BasicBlock*, const Fact*> facts;
  llvm::DenseMap<const llvm::BasicBlock*, Edge> edges; ///< the last one seen to each block
  std::deque<Fact> made;
  bool changed = false;
  bool exceeded = false; ///< more tests could have been led past
};

} // namespace

llvm::PreservedAnalyses SkipKnownTests::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& /*analyses*/) {
  return Tests(function).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

bool skip_known_tests(llvm::Module& module) { return run_on_functions<SkipKnownTests>(module); }

} // namespace compiler
