// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/build_time/demote_phis.h"

#include "passes/vectorization/notes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>
#include <vector>

namespace compiler {
namespace {

constexpr unsigned max_predecessors = 128;

} // namespace

bool demote_phis(llvm::Module& module) {
  std::vector<llvm::PHINode*> found;
  for (llvm::Function& function : module) {
    const size_t before = found.size();
    for (llvm::BasicBlock& block : function) {
      for (llvm::PHINode& phi : block.phis()) {
        if (phi.getNumIncomingValues() > max_predecessors) {
          found.push_back(&phi);
        }
      }
    }
    if (found.size() != before) {
      note_limit(function, llvm::Twine(found.size() - before) + " values meet from more than " +
                               llvm::Twine(max_predecessors) +
                               " blocks each; they go through memory instead of registers");
    }
  }
  for (llvm::PHINode* phi : found) {
    llvm::DemotePHIToStack(phi);
  }
  return !found.empty();
}

} // namespace compiler
