// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "same_code.h"

#include "pipeline.h"
#include "sycl_compiler/requirements.h"
#include "sycl_compiler/stages.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <memory>
#include <string>

namespace sycl_compiler {

namespace {

/// The kernel as text, with everything inlined that can be.
std::string text_of(const llvm::Function& kernel) {
  const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(*kernel.getParent());
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
  llvm::Function* const own = copy->getFunction(kernel.getName());
  own->clearMetadata(); // has the function object's name
  std::string text;
  llvm::raw_string_ostream stream(text);
  own->print(stream);
  for (const char* attribute : {work_group_size_attribute, sub_group_size_attribute,
                                aspects_attribute, constants_attribute}) {
    stream << attribute << '=' << kernel.getFnAttribute(attribute).getValueAsString() << '\n';
  }
  return text;
}

} // namespace

bool have_same_code(const llvm::Function& a, const llvm::Function& b) {
  return text_of(a) == text_of(b);
}

} // namespace sycl_compiler
