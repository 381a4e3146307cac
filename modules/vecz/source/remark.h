// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_REMARK_H
#define VECZ_REMARK_H

#include "vecz/vectorize.h"

namespace vecz {

using Remarks = std::vector<Remark>;

/// Adds a remark, unless there is one with this text for this line.
void add_remark(Remarks& remarks, const llvm::DebugLoc& where, std::string text);

/// The place of an instruction in the source, or else the nearest one that is known: of the
/// instructions around it in its block, of its operands, of the blocks that it branches to, of
/// those that branch to its block. Passes of LLVM leave instructions without a place.
[[nodiscard]] llvm::DebugLoc place_of(const llvm::Instruction& instruction);

/// Whether an instruction is annotated as one of a built-in function.
[[nodiscard]] bool is_of_a_built_in(const llvm::Instruction& instruction);

/// Likewise about an instruction, unless it is one of a built-in function.
void add_remark(Remarks& remarks, const llvm::Instruction& where, std::string text);

} // namespace vecz

#endif
