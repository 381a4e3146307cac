// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_EXPAND_COPIES_H
#define VECZ_PREPARATION_EXPAND_COPIES_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Does fills and copies of private arrays element by element (`float sum[8] = {0}`), where loads
/// and stores of one size are all else that becomes of the array: then it can lie element by
/// element (interleave_variables.h).
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
