// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_generation/split_blocks.h"

#include "passes/vectorization/notes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Pass.h>

namespace host {
namespace {

constexpr unsigned max_accesses = 256;

bool is_static_alloca(const llvm::Instruction& instruction) {
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
  return alloca && alloca->isStaticAlloca();
}

/// Where the blocks are to begin that `block` becomes, beside the first.
llvm::SmallVector<llvm::Instruction*> beginnings(llvm::BasicBlock& block) {
  llvm::SmallVector<llvm::Instruction*> found;
  unsigned accesses = 0;
  for (llvm::Instruction& instruction : block) {
    if (is_static_alloca(instruction)) {
      found.clear();
      accesses = 0;
    } else if (instruction.mayReadOrWriteMemory() && ++accesses > max_accesses) {
      found.push_back(&instruction);
      accesses = 1;
    }
  }
  return found;
}

class SplitBlocks : public llvm::FunctionPass {
public:
  SplitBlocks() : FunctionPass(id) {}

  llvm::StringRef getPassName() const override { return "Split blocks with many accesses"; }

  bool runOnFunction(llvm::Function& function) override { return split_blocks(function); }

private:
  static char id; ///< its address is what LLVM knows the pass by
};

char SplitBlocks::id = 0;

} // namespace

bool split_blocks(llvm::Function& function) {
  bool changed = false;
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) {
    llvm::BasicBlock* rest = &block;
    for (llvm::Instruction* beginning : beginnings(block)) {
      rest = rest->splitBasicBlock(beginning);
      changed = true;
    }
  }
  if (changed) {
    compiler::note_limit(function, "straight code with more than " + llvm::Twine(max_accesses) +
                                       " accesses of memory is scheduled in parts");
  }
  return changed;
}

llvm::FunctionPass* make_split_blocks_pass() { return new SplitBlocks; }

} // namespace host
