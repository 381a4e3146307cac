// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/number_barriers.h"

#include "compiler/mux_builtins.h"

namespace compiler {

bool number_barriers(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    uint32_t next = 1;
    for (const MuxBuiltin kind : {MuxBuiltin::work_group_barrier, MuxBuiltin::progress_point}) {
      for_each_mux_call(function, [&](llvm::CallInst& call, MuxBuiltin builtin) {
        if (builtin == kind) {
          call.setArgOperand(
              0, llvm::ConstantInt::get(llvm::Type::getInt32Ty(module.getContext()), next++));
          changed = true;
        }
      });
    }
  }
  return changed;
}

} // namespace compiler
