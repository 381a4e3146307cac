// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MASKED_ACCESSES_GATHER_WORDS_H
#define PASSES_MASKED_ACCESSES_GATHER_WORDS_H

#include "passes/masked_accesses/masked_access.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace compiler {

/// Gathers bytes, or numbers of 16 bits, as parts of the aligned words of 32 bits in which they
/// are, where the target gathers such words: it would access one byte after the other. The rest of
/// a word is in the same page of memory, and nothing is made of it.
///
///   %x = gather <16 x i8>, %p + sext %i
/// becomes
///   %place = (%i + %p) & 3                             ; in its word
///   %word = (%i >> 2) + ((%i & 3) + (%p & 3) >> 2)     ; from the aligned %p
///   %x = trunc (gather <16 x i32>, (%p & ~3) + 4 * sext %word) >> 8 * %place
///
/// `is_fast`: whether the target has instructions for an access. Returns false, with nothing
/// changed, for accesses of another kind or of less than eight lanes, and without such gathers. To
/// run behind LLVM's passes, which know the sizes of variables.
[[nodiscard]] bool gather_words(const MaskedAccess& access,
                                llvm::function_ref<bool(const llvm::IntrinsicInst&)> is_fast);

} // namespace compiler

#endif
