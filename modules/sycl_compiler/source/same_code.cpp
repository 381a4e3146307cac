// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "same_code.h"

#include "pipeline.h"
#include "sycl_compiler/requirements.h"
#include "sycl_compiler/stages.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/FunctionComparator.h>
#include <memory>

namespace sycl_compiler {

namespace {

/// A module with the kernel, under another name and with everything inlined that can be.
std::unique_ptr<llvm::Module> alone(const llvm::Function& kernel, const char* name) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(*kernel.getParent());
  prepare_kernels(*copy);
  llvm::StripDebugInfo(*copy);
  for (llvm::Function& function : *copy) {
    if (!function.isDeclaration() && function.getName() != kernel.getName()) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      function.setComdat(nullptr);
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
  }
  run_pipeline(*copy, [](llvm::PassBuilder& passes) {
    return passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  });
  // What else differs between files has nothing to do with the code.
  llvm::Function* const own = copy->getFunction(kernel.getName());
  own->setName(name);
  own->clearMetadata();
  own->setAttributes(own->getAttributes().removeFnAttributes(copy->getContext()));
  for (llvm::Instruction& instruction : llvm::instructions(*own)) {
    instruction.dropUnknownNonDebugMetadata();
  }
  for (const char* attribute : {work_group_size_attribute, sub_group_size_attribute,
                                aspects_attribute, constants_attribute}) {
    if (kernel.hasFnAttribute(attribute)) {
      own->addFnAttr(kernel.getFnAttribute(attribute));
    }
  }
  return copy;
}

} // namespace

bool have_same_code(const llvm::Function& a, const llvm::Function& b) {
  constexpr const char* first = "sycl.first";
  constexpr const char* second = "sycl.second";
  const std::unique_ptr<llvm::Module> both = alone(a, first);
  if (llvm::Linker::linkModules(*both, alone(b, second))) {
    return false;
  }
  llvm::GlobalNumberState numbers;
  return llvm::FunctionComparator(both->getFunction(first), both->getFunction(second), &numbers)
             .compare() == 0;
}

} // namespace sycl_compiler
