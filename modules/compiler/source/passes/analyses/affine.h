// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ANALYSES_AFFINE_H
#define PASSES_ANALYSES_AFFINE_H

#include "compiler/mux_builtins.h"
#include "vecz/affine.h"

#include <optional>

namespace compiler {

using vecz::Affine;
using vecz::Wrapping;

/// vecz::affine with local ids known to be small.
[[nodiscard]] Affine affine_parts(llvm::Value& value, Wrapping wrapping);

/// The dimension, if `value` is a call of this word with a constant for it.
[[nodiscard]] std::optional<unsigned> dimension_of(const llvm::Value& value, MuxBuiltin builtin);

} // namespace compiler

#endif
