// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "name_kernels.h"

#include "annotations.h"
#include "attributes/names.h"
#include "sycl_compiler/requirements.h"
#include "sycl_image/names.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <string>

namespace sycl_plugin {

namespace {

std::string text_of(const llvm::Value& pointer) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer.stripPointerCasts());
  const auto* text = variable && variable->hasInitializer()
                         ? llvm::dyn_cast<llvm::ConstantDataArray>(variable->getInitializer())
                         : nullptr;
  return text && text->isCString() ? text->getAsCString().str() : std::string();
}

std::vector<llvm::CallBase*> calls_of(const llvm::Function& function) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::User* user : const_cast<llvm::Function&>(function).users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      calls.push_back(call);
    }
  }
  return calls;
}

bool note_objects(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& kernel : module) {
    if (kernel.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      continue;
    }
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && call->getCalledFunction() && !call->getCalledFunction()->isIntrinsic()) {
        llvm::LLVMContext& context = module.getContext();
        llvm::Metadata* const symbol =
            llvm::MDString::get(context, call->getCalledFunction()->getName());
        kernel.setMetadata(sycl_compiler::object_metadata, llvm::MDNode::get(context, symbol));
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace

bool name_kernels(llvm::Module& module) {
  const bool has_kernels = note_objects(module);
  const llvm::GlobalVariable* const list = module.getGlobalVariable(list_of_annotations);
  if (!list) {
    return has_kernels;
  }
  for (const llvm::Use& row : list->getInitializer()->operands()) {
    const Annotation one = read_annotation(*llvm::cast<llvm::Constant>(row.get()));
    if (one.name != llvm::StringRef(unit_annotation)) {
      continue;
    }
    for (const llvm::CallBase* mark : calls_of(*one.function)) {
      const std::string unit = text_of(*mark->getArgOperand(0));
      for (llvm::CallBase* call : calls_of(*mark->getFunction())) {
        llvm::Function* const kernel = call->getFunction();
        if (kernel->getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
          kernel->setName(sycl_image::name_in_unit(kernel->getName(), unit));
          kernel->addFnAttr(sycl_compiler::unit_attribute);
        }
      }
    }
  }
  return has_kernels;
}

} // namespace sycl_plugin
