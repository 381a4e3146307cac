// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_READ_WORDS_H
#define VECZ_PREPARATION_READ_WORDS_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Reads whole words where each work-item walks along bytes, or numbers of 16 bits, of its own, as
/// along a string. Lanes would gather these one by one in each round; CPUs gather 32 bits at once.
/// An aligned word holds what the next rounds read, and nothing of another page of memory. The
/// place in the word has to be the same for all lanes, so that all of them need the next word at
/// the same time.
///
///   loop:                                 becomes   loop:
///     %p = gep i8, %q, i64 %j                         %kept = phi i32 [ 0, … ], [ %word, … ]
///     %x = load i8, %p                                %place = (%q + %j) & 3
///                                                     br %first or %place == 0, label %next, …
///                                                   next:
///                                                     %new = load i32, %p - %place
///                                                   …
///                                                     %word = phi i32 %kept, %new
///                                                     %x = trunc (%word >> 8 * %place)
///
/// For global and constant memory that nothing in the loop may write to, and for loads that every
/// round does whose address rises or falls by one or two bytes.
///
/// Requires: prepared (pipeline.h). Guarantees: the same. Returns whether anything changed. Cost:
/// one look at each instruction; where a loop has such a load, Uniformity, Strides and LLVM's
/// ScalarEvolution of the function.
bool read_words(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
