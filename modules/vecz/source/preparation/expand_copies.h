// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_EXPAND_COPIES_H
#define VECZ_PREPARATION_EXPAND_COPIES_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Expands fills and copies of private arrays (`float sum[8] = {0}`) into stores and loads of
/// elements, where all other accesses to the array are loads and stores of one size. The array can
/// then be interleaved (interleave_variables.h).
///
/// Requires: nothing. Guarantees: nothing.
///
///   %a = alloca [2 x i32]
///   call void @llvm.memset(ptr %a, i8 0, i64 8)
/// becomes
///   store i32 0, ptr %a
///   store i32 0, ptr (%a + 4)
bool expand_copies(llvm::Function& function);

} // namespace vecz

#endif
