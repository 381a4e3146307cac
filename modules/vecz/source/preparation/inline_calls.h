// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_INLINE_CALLS_H
#define VECZ_PREPARATION_INLINE_CALLS_H

#include "remark.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Instructions beyond which a kernel would take too long to compile as vectors.
inline constexpr size_t max_prepared_instructions = 20000;

/// Inlines calls of functions that are defined, until none is left but those that stay: of
/// functions that are marked noinline, of large ones that are called several times, and of those
/// for which the kernel has no room; `remarks` name the latter. There is room up to
/// max_prepared_instructions, and for copies of what is called several times up to half of
/// largest_form, so that the form with calls of vector functions is one that may be made.
void inline_calls(llvm::Function& function, Remarks& remarks);

} // namespace vecz

#endif
