// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline.h"
#include "sycl_compiler/requirements.h"
#include "sycl_compiler/stages.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

namespace sycl_compiler {

namespace {

constexpr unsigned generic_space = 4;

/// Only kernels are called from outside, and only device_globals are written.
void hide_functions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      function.setComdat(nullptr);
    }
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() && !variable.hasAppendingLinkage()) {
      variable.setLinkage(variable.hasAttribute(device_global_attribute) && !variable.use_empty()
                              ? llvm::GlobalValue::ExternalLinkage
                              : llvm::GlobalValue::InternalLinkage);
      variable.setComdat(nullptr);
    }
  }
  for (llvm::GlobalAlias& alias : module.aliases()) { // other names of constructors
    alias.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

} // namespace

void optimize(llvm::Module& module) {
  hide_functions(module);
  run_pipeline(module, [](llvm::PassBuilder& passes) {
    return passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  });
  infer_argument_spaces(module);
  run_pipeline(module, [](llvm::PassBuilder&) {
    llvm::FunctionPassManager functions;
    functions.addPass(llvm::InferAddressSpacesPass(generic_space));
    functions.addPass(llvm::InstCombinePass());
    functions.addPass(llvm::ADCEPass());
    llvm::ModulePassManager all;
    all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
    all.addPass(llvm::GlobalDCEPass());
    return all;
  });
}

} // namespace sycl_compiler
