// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/build_time/limit_inlining.h"

#include "passes/vectorization/notes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

namespace compiler {
namespace {

/// Instructions that inlining may add to a module, and those of the largest functions that LLVM
/// inlines where they are called several times.
constexpr uint64_t max_added = 8000, max_inlined = 1000;

/// A call that LLVM may inline.
struct Site {
  llvm::CallBase* call;
  uint64_t added; ///< instructions
  size_t place;   ///< among all of them
  unsigned depth; ///< of the loops that it is in
};

class Sites {
public:
  explicit Sites(llvm::Module& of) : module(of) {}

  /// Whether a call was marked.
  bool limit() {
    find();
    if (all_added <= max_added) {
      return false;
    }
    find_depths();
    llvm::sort(sites, [](const Site& one, const Site& other) {
      return one.depth != other.depth ? one.depth > other.depth : one.place < other.place;
    });
    uint64_t left = max_added;
    llvm::SmallSetVector<const llvm::Function*, 4> callers;
    for (const Site& site : sites) {
      if (site.added <= left) {
        left -= site.added;
      } else {
        site.call->addFnAttr(llvm::Attribute::NoInline);
        callers.insert(site.call->getFunction());
      }
    }
    for (const llvm::Function* caller : callers) {
      note_limit(*caller, "some calls stay calls, as their functions would add more than " +
                              llvm::Twine(max_added) + " instructions");
    }
    return true;
  }

private:
  void find() {
    for (llvm::Function& function : module) {
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const llvm::Function* callee = call ? inlined_by(*call) : nullptr;
        const uint64_t added = callee && !callee->hasOneUse() ? size_of(*callee) : 0;
        if (added != 0 && added <= max_inlined) {
          sites.push_back({call, added, sites.size(), 0});
          all_added += added;
        }
      }
    }
  }

  /// The function that inlining a call would copy; null if it cannot be.
  [[nodiscard]] static const llvm::Function* inlined_by(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee && !callee->isDeclaration() && !call.isNoInline() ? callee : nullptr;
  }

  /// Instructions of a function, with those of the functions inlined into it.
  uint64_t size_of(const llvm::Function& function) {
    const auto [known, is_new] = sizes.try_emplace(&function, 0); // 0 also for recursive calls
    if (!is_new) {
      return known->second;
    }
    uint64_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call ? inlined_by(*call) : nullptr;
      const uint64_t inner = callee ? size_of(*callee) : 0;
      size += inner <= max_inlined ? 1 + inner : 1;
    }
    sizes[&function] = size;
    return size;
  }

  void find_depths() {
    const llvm::Function* last = nullptr;
    llvm::DominatorTree tree;
    llvm::LoopInfo loops;
    for (Site& site : sites) {
      if (llvm::Function* function = site.call->getFunction(); function != last) {
        tree.recalculate(*function);
        loops.releaseMemory();
        loops.analyze(tree);
        last = function;
      }
      site.depth = loops.getLoopDepth(site.call->getParent());
    }
  }

  llvm::Module& module;
  std::vector<Site> sites;
  uint64_t all_added = 0;
  llvm::DenseMap<const llvm::Function*, uint64_t> sizes;
};

} // namespace

bool limit_inlining(llvm::Module& module) { return Sites(module).limit(); }

} // namespace compiler
