// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_generation/split_machine_blocks.h"

#include "passes/vectorization/notes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/CodeGen/MachineBasicBlock.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

namespace host {
namespace {

constexpr unsigned max_accesses = 128;

/// The last instructions of the blocks that `block` becomes, except for the last block.
llvm::SmallVector<llvm::MachineInstr*> ends(llvm::MachineBasicBlock& block) {
  llvm::SmallVector<llvm::MachineInstr*> found;
  llvm::MachineInstr* before = nullptr;
  unsigned accesses = 0;
  for (llvm::MachineInstr& instruction : block) {
    if (instruction.isTerminator()) {
      break;
    }
    if (instruction.mayLoadOrStore() && ++accesses > max_accesses) {
      found.push_back(before);
      accesses = 1;
    }
    before = &instruction;
  }
  return found;
}

class SplitMachineBlocks : public llvm::MachineFunctionPass {
public:
  SplitMachineBlocks() : MachineFunctionPass(id) {}

  llvm::StringRef getPassName() const override { return "Split machine blocks with many accesses"; }

  bool runOnMachineFunction(llvm::MachineFunction& function) override {
    if (!function.getSubtarget().enablePostRAScheduler()) {
      return false;
    }
    bool changed = false;
    for (llvm::MachineBasicBlock& block : llvm::make_early_inc_range(function)) {
      const auto all = ends(block);
      // From the end, because splitAt computes what lives into a new block from its end.
      for (llvm::MachineInstr* end : llvm::reverse(all)) {
        block.splitAt(*end);
        changed = true;
      }
    }
    if (changed) {
      compiler::note_limit(function.getFunction(),
                           "straight code with more than " + llvm::Twine(max_accesses) +
                               " accesses of memory is scheduled behind register allocation in "
                               "parts");
    }
    return changed;
  }

private:
  static char id; ///< its address is what LLVM knows the pass by
};

char SplitMachineBlocks::id = 0;

} // namespace

llvm::FunctionPass* make_split_machine_blocks_pass() { return new SplitMachineBlocks; }

} // namespace host
