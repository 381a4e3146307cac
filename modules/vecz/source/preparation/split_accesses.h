// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_SPLIT_ACCESSES_H
#define VECZ_PREPARATION_SPLIT_ACCESSES_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Splits loads and stores of short vectors in private arrays into those of their elements, where
/// the array is also used for single elements or for vectors of another length. All accesses are
/// then of one size, and the array can be interleaved (interleave_variables.h).
///
/// Requires: nothing. Guarantees: nothing.
///
///   %v = load <2 x i32>, ptr %p
///   %x = load i32, ptr %q
/// becomes, of an array that both are addresses in,
///   %v.0 = load i32, ptr %p
///   %v.1 = load i32, ptr (%p + 4)
///   %v = (the vector of both)
///   %x = load i32, ptr %q
bool split_accesses(llvm::Function& function);

} // namespace vecz

#endif
