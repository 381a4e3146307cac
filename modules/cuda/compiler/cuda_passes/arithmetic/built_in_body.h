// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_BUILT_IN_BODY_H
#define CUDA_PASSES_ARITHMETIC_BUILT_IN_BODY_H

#include <llvm/IR/Function.h>

namespace cuda {

/// The entry block of the body that a declared built-in function gets, which is inlined.
inline llvm::BasicBlock* begin_body(llvm::Function& function) {
  function.setSubprogram(nullptr); // a declaration's
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.addFnAttr(llvm::Attribute::AlwaysInline);
  return llvm::BasicBlock::Create(function.getContext(), "entry", &function);
}

} // namespace cuda

#endif
