// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/keep_ordered_calls.h"

#include "vecz/memory_order.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace compiler {

bool keep_ordered_calls(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    const auto ordered =
        llvm::find_if(llvm::instructions(function), [](const llvm::Instruction& instruction) {
          return instruction.isAtomic() && vecz::orders_memory(instruction);
        });
    // Nothing calls a kernel's entry function.
    if (ordered != llvm::inst_end(function) && !llvm::isa<llvm::FenceInst>(*ordered) &&
        !function.use_empty()) {
      llvm::IRBuilder<>(&*ordered).CreateFence(llvm::AtomicOrdering::AcquireRelease,
                                               llvm::SyncScope::SingleThread);
      changed = true;
    }
  }
  return changed;
}

} // namespace compiler
