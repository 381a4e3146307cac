// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "name_kernels.h"

#include "sycl_compiler/requirements.h"
#include "sycl_image/names.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <string>

namespace sycl_plugin {

namespace {

/// As it is mangled, with any parameter.
constexpr llvm::StringRef marker_prefix = "_ZN4sycl3lw16detail12begin_kernelI";

std::string text_of(const llvm::Value& pointer) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer.stripPointerCasts());
  const auto* text = variable && variable->hasInitializer()
                         ? llvm::dyn_cast<llvm::ConstantDataArray>(variable->getInitializer())
                         : nullptr;
  return text && text->isCString() ? text->getAsCString().str() : std::string();
}

/// The functions with a call of this one.
std::vector<llvm::CallBase*> calls_of(const llvm::Function& function) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::User* user : const_cast<llvm::Function&>(function).users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      calls.push_back(call);
    }
  }
  return calls;
}

} // namespace

bool name_kernels(llvm::Module& module) {
  bool changed = false;
  for (const llvm::Function& marker : module) {
    if (!marker.hasLocalLinkage() || !marker.getName().starts_with(marker_prefix)) {
      continue;
    }
    for (const llvm::CallBase* mark : calls_of(marker)) {
      const std::string unit = text_of(*mark->getArgOperand(0));
      for (llvm::CallBase* call : calls_of(*mark->getFunction())) {
        llvm::Function* const kernel = call->getFunction();
        if (kernel->getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
          kernel->setName(sycl_image::name_in_unit(kernel->getName(), unit));
          kernel->addFnAttr(sycl_compiler::unit_attribute);
          changed = true;
        }
      }
    }
  }
  return changed;
}

} // namespace sycl_plugin
