// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_RAISE_REMAINDERS_H
#define VECZ_PREPARATION_RAISE_REMAINDERS_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Takes the size of elements out of indices that are remainders of a power of two. LLVM's passes
/// multiply before they take the last bits, and join the multiplication with extensions of
/// integers; the steps behind this one then see no remainder of a sum of ids.
///
///   %far = shl i64 %id, 32
///   %next = add i64 %far, 4294967296                 %next = add i64 %id, 1
///   %bytes = lshr i64 %next, 29            becomes   %index = and i64 %next, 255
///   %offset = and i64 %bytes, 2040                   %offset = shl i64 %index, 3
///   %p = getelementptr i8, ptr %a, i64 %offset
///
/// Guarantees: only operands of address computations are replaced. Returns whether anything
/// changed. Cost: one look at each address computation, and at a few instructions behind it.
bool raise_remainders(llvm::Function& function);

} // namespace vecz

#endif
