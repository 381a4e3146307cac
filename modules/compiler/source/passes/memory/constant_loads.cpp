// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/memory/constant_loads.h"

#include "vecz/work_item_memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace compiler {

bool constant_loads(llvm::Module& module) {
  bool changed = false;
  llvm::MDNode* nothing = llvm::MDNode::get(module.getContext(), {});
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load && load->isSimple() && load->getPointerAddressSpace() == vecz::constant_space) {
        load->setMetadata(llvm::LLVMContext::MD_invariant_load, nothing);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace compiler
