// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_VECTORIZATION_VECTORIZE_ADVICE_H
#define PASSES_VECTORIZATION_VECTORIZE_ADVICE_H

#include <llvm/ADT/StringRef.h>

namespace compiler {

/// Advice to the writer of a kernel for a note of the vectoriser, or for the reason why a kernel
/// stayed scalar. Empty if there is nothing to do, or if the text is not known.
[[nodiscard]] llvm::StringRef advice_on(llvm::StringRef text);

} // namespace compiler

#endif
