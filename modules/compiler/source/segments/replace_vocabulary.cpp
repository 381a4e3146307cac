// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "segments/replace_vocabulary.h"

namespace compiler {

bool replace_kernels(llvm::Module& module, llvm::function_ref<void(llvm::Function&)> make) {
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  for (llvm::Function* kernel : kernels) {
    make(*kernel);
  }
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (mux_builtin(function) && function.use_empty()) {
      function.eraseFromParent();
    }
  }
  return !kernels.empty();
}

llvm::AtomicOrdering fence_order(const llvm::Value& semantics) {
  constexpr uint64_t acquire = 0x2, release = 0x4, acquire_release = 0x8;
  const auto* bits = llvm::dyn_cast<llvm::ConstantInt>(&semantics);
  switch (bits ? bits->getZExtValue() & 0x1e : 0) {
  case acquire:
    return llvm::AtomicOrdering::Acquire;
  case release:
    return llvm::AtomicOrdering::Release;
  case acquire_release:
  case acquire | release:
    return llvm::AtomicOrdering::AcquireRelease;
  default:
    return llvm::AtomicOrdering::SequentiallyConsistent;
  }
}

} // namespace compiler
