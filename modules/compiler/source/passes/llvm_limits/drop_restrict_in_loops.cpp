// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/drop_restrict_in_loops.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <vector>

namespace compiler {
namespace {

/// Functions that run, or may run, several times within one call of another.
class Repeated {
public:
  void add_calls_in_loops_of(llvm::Function& function) {
    for (auto group = llvm::scc_begin(&function); !group.isAtEnd(); ++group) {
      if (group.hasCycle()) {
        for (llvm::BasicBlock* block : *group) {
          for (llvm::Instruction& instruction : *block) {
            add_callee_of(instruction);
          }
        }
      }
    }
  }

  /// Adds the transitive callees.
  void add_what_they_call() {
    for (size_t i = 0; i < found.size(); ++i) {
      for (llvm::Instruction& instruction : llvm::instructions(*found[i])) {
        add_callee_of(instruction);
      }
    }
  }

  [[nodiscard]] const std::vector<llvm::Function*>& all() const { return found; }

private:
  void add_callee_of(llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && !callee->isDeclaration() && known.insert(callee).second) {
      found.push_back(callee);
    }
  }

  llvm::SmallPtrSet<llvm::Function*, 16> known;
  std::vector<llvm::Function*> found;
};

bool has_restrict(llvm::AttributeList attributes, unsigned parameters) {
  for (unsigned i = 0; i < parameters; ++i) {
    if (attributes.hasParamAttr(i, llvm::Attribute::NoAlias)) {
      return true;
    }
  }
  return false;
}

bool drop_restrict_of(llvm::Function& function) {
  const auto parameters = unsigned(function.arg_size());
  bool changed = has_restrict(function.getAttributes(), parameters);
  for (unsigned i = 0; i < parameters; ++i) {
    function.removeParamAttr(i, llvm::Attribute::NoAlias);
  }
  for (llvm::User* user : function.users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->getCalledFunction() != &function) {
      continue;
    }
    changed |= has_restrict(call->getAttributes(), parameters);
    for (unsigned i = 0; i < parameters; ++i) {
      call->removeParamAttr(i, llvm::Attribute::NoAlias);
    }
  }
  return changed;
}

} // namespace

bool drop_restrict_in_loops(llvm::Module& module) {
  Repeated repeated;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) {
      repeated.add_calls_in_loops_of(function);
    }
  }
  repeated.add_what_they_call();
  bool changed = false;
  for (llvm::Function* function : repeated.all()) {
    changed |= drop_restrict_of(*function);
  }
  return changed;
}

} // namespace compiler
