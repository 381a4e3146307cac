// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_UNROLL_NEIGHBOURS_H
#define VECZ_PREPARATION_UNROLL_NEIGHBOURS_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

namespace vecz {

/// Whether a load or store of a work-item is beside that of the iteration before.
[[nodiscard]] bool is_side_by_side(llvm::Instruction& access, const llvm::Loop& loop,
                                   llvm::ScalarEvolution& evolution);

/// Fully unrolls innermost loops of up to 8 iterations that read or write elements side by side, up
/// to 16 of them, of which all fields of a structure are one: LLVM then joins these to one access
/// for each work-item, and those of all lanes are a block of memory instead of gathers. Loops with
/// barriers stay. Returns whether anything was done; the caller simplifies.
///
/// Cost: a loop that would have more than 512 instructions stays.
///
/// Requires: loops simplified, rotated, in LCSSA form.
///
///   for (i = 0; i < 2; i++) sum += in[2 * id + i];   becomes   sum += in[2 * id];
///                                                              sum += in[2 * id + 1];
bool unroll_neighbours(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

} // namespace vecz

#endif
