// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ANALYSES_IS_BARRIER_H
#define PASSES_ANALYSES_IS_BARRIER_H

#include <llvm/IR/Instructions.h>

namespace compiler {

/// Whether an instruction is a barrier of the work-group.
[[nodiscard]] bool is_barrier(const llvm::Instruction& instruction);

} // namespace compiler

#endif
