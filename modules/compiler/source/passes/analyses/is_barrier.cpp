// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analyses/is_barrier.h"

#include "compiler/mux_builtins.h"

namespace compiler {

bool is_barrier(const llvm::Instruction& instruction) {
  return mux_builtin(instruction) == MuxBuiltin::work_group_barrier;
}

} // namespace compiler
