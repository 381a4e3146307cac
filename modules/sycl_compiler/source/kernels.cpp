// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/link.h"
#include "sycl_compiler/stages.h"

#include <llvm/IR/Module.h>

namespace sycl_compiler {

void prepare_kernels(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) {
      continue;
    }
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr(llvm::Attribute::NoInline);
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
        function.hasExternalLinkage()) {
      function.setLinkage(llvm::GlobalValue::WeakODRLinkage);
    }
  }
}

std::vector<sycl_image::Kernel> kernels_of(const llvm::Module& module) {
  std::vector<sycl_image::Kernel> kernels;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      continue;
    }
    sycl_image::Kernel kernel;
    kernel.name = function.getName().str();
    if (function.hasFnAttribute(local_block_attribute)) {
      kernel.flags |= sycl_image::kernel_local_block;
    }
    if (llvm::Type* object = function.getParamByValType(0)) {
      kernel.object_size = module.getDataLayout().getTypeAllocSize(object);
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

} // namespace sycl_compiler
