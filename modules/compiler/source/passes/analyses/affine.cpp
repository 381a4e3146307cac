// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analyses/affine.h"

namespace compiler {

Affine affine_parts(llvm::Value& value, Wrapping wrapping) {
  return vecz::affine(value, wrapping, [](const llvm::Value& term) {
    return dimension_of(term, MuxBuiltin::get_local_id).has_value();
  });
}

std::optional<unsigned> dimension_of(const llvm::Value& value, MuxBuiltin builtin) {
  if (mux_builtin(value) != builtin) {
    return std::nullopt;
  }
  const auto* which =
      llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(value).getArgOperand(0));
  return which ? std::optional(static_cast<unsigned>(which->getZExtValue())) : std::nullopt;
}

} // namespace compiler
