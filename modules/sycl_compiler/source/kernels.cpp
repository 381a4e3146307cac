// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "requirements_of.h"
#include "sycl_compiler/link.h"
#include "sycl_compiler/requirements.h"
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
    if (function.hasFnAttribute(parallel_items_attribute)) {
      kernel.flags |= sycl_image::kernel_parallel_items;
    }
    if (llvm::Type* object = function.getParamByValType(0)) {
      kernel.object_size = module.getDataLayout().getTypeAllocSize(object);
    }
    kernel.work_group = extents_of(function, work_group_size_attribute);
    for (const uint64_t size : numbers(function, sub_group_size_attribute)) {
      kernel.sub_group = uint32_t(size);
    }
    for (const uint64_t aspect : numbers(function, aspects_attribute)) {
      kernel.aspects.push_back(uint32_t(aspect));
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

std::vector<std::string> device_globals_of(const llvm::Module& module) {
  std::vector<std::string> names;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.hasAttribute(device_global_attribute)) {
      names.push_back(variable.getName().str());
    }
  }
  return names;
}

} // namespace sycl_compiler
