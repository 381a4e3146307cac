// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_AFFINE_H
#define PASSES_AFFINE_H

#include "compiler/mux_builtins.h"

#include <optional>

namespace compiler {

/// An integer, or an address in bytes, as base + constant + the sum of factor * term.
struct Affine {
  struct Term {
    llvm::Value* value;
    bool is_signed; ///< how it is extended to 64 bits, if it has fewer
    int64_t factor;
  };
  llvm::Value* base = nullptr; ///< of an address
  int64_t constant = 0;
  llvm::SmallVector<Term, 4> terms; ///< of different values
};

enum class Wrapping {
  excluded, ///< the sum is the value, whatever the terms are
  ignored   ///< it is if nothing wraps: for what may turn out to be in vain
};

/// `value` taken apart as far as it goes; what cannot be is a term. Local ids are known to be
/// small.
///
/// Cost: each value that it is made of is looked at once, at most 512 of them; a value of more than
/// 16 terms, or with factors of more than 64 bits, is a term itself.
[[nodiscard]] Affine affine(llvm::Value& value, Wrapping wrapping);

/// The dimension, if `value` is a call of this word with a constant for it.
[[nodiscard]] std::optional<unsigned> dimension_of(const llvm::Value& value, MuxBuiltin builtin);

} // namespace compiler

#endif
