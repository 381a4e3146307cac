// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "split.h"

#include "pipeline.h"
#include "requirements_of.h"
#include "sycl_compiler/requirements.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/StripDeadPrototypes.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <map>

namespace sycl_compiler {

namespace {

constexpr llvm::StringLiteral source_attribute = "lanewise-sycl-source";

bool is_kernel(const llvm::GlobalValue& value) {
  const auto* function = llvm::dyn_cast<llvm::Function>(&value);
  return function && !function->isDeclaration() &&
         function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

/// What kernels of one part have in common.
std::string part_of(const llvm::Function& kernel, Split split) {
  switch (split) {
  case Split::off:
    return {};
  case Split::per_source:
    // A device may be unable to build some of them, and each value of a specialization constant
    // builds all again.
    return source_of(kernel) + '\n' + requirements_text(kernel) +
           (kernel.hasFnAttribute(constants_attribute) ? kernel.getName().str() : "");
  case Split::per_kernel:
    return kernel.getName().str();
  }
  llvm_unreachable("every way to split has its parts");
}

/// A copy with some of the kernels and what they use.
std::unique_ptr<llvm::Module> copy_of(const llvm::Module& module,
                                      const std::vector<const llvm::GlobalValue*>& kernels) {
  llvm::ValueToValueMapTy map;
  auto copy = llvm::CloneModule(module, map, [&](const llvm::GlobalValue* value) {
    return !is_kernel(*value) || llvm::is_contained(kernels, value);
  });
  run_pipeline(*copy, [](llvm::PassBuilder&) {
    llvm::ModulePassManager all;
    all.addPass(llvm::GlobalDCEPass());
    all.addPass(llvm::StripDeadPrototypesPass());
    return all;
  });
  return copy;
}

} // namespace

void mark_source(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (is_kernel(function)) {
      function.addFnAttr(source_attribute, module.getSourceFileName());
    }
  }
}

std::string source_of(const llvm::Function& kernel) {
  return kernel.getFnAttribute(source_attribute).getValueAsString().str();
}

std::vector<std::unique_ptr<llvm::Module>> split_module(std::unique_ptr<llvm::Module> module,
                                                        Split split) {
  llvm::MapVector<std::string, std::vector<const llvm::GlobalValue*>,
                  std::map<std::string, unsigned>>
      parts;
  for (const llvm::Function& function : *module) {
    if (is_kernel(function)) {
      parts[part_of(function, split)].push_back(&function);
    }
  }
  std::vector<std::unique_ptr<llvm::Module>> modules;
  if (parts.size() <= 1) {
    modules.push_back(std::move(module));
    return modules;
  }
  for (const auto& [name, kernels] : parts) {
    modules.push_back(copy_of(*module, kernels));
  }
  return modules;
}

} // namespace sycl_compiler
