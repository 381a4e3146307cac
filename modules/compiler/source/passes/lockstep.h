// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCKSTEP_H
#define PASSES_LOCKSTEP_H

#include <llvm/IR/Instructions.h>

namespace compiler {

/// A barrier of the work-group.
[[nodiscard]] bool is_barrier(const llvm::Instruction& instruction);

/// Whether what `source` has read may be written by a work-item of the group before another one, or
/// itself, comes to `later` in the same round: by whatever writes to global memory behind `source`
/// and before `later`, or between the same barriers as `later`.
[[nodiscard]] bool can_be_overwritten(const llvm::LoadInst& source, const llvm::Instruction& later,
                                      const llvm::Function& function);

} // namespace compiler

#endif
