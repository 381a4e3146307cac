// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_CANONICALIZE_BLOCKS_H
#define VECZ_PREPARATION_CANONICALIZE_BLOCKS_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Removes debug records, markers of lifetimes and assumptions.
void remove_markers(llvm::Function& function);

/// Makes an unconditional branch of one whose two successors are the same block.
void merge_equal_successors(llvm::Function& function);

/// Moves variables in the entry block before all that may be made of their addresses.
void move_variables_to_front(llvm::Function& function);

/// Replaces each `unreachable` by a return, since control has to end in one place. The returned
/// value does not matter.
void return_instead_of_unreachable(llvm::Function& function);

} // namespace vecz

#endif
