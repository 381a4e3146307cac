// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mark_device_globals.h"

#include "annotations.h"
#include "attributes/names.h"
#include "sycl_compiler/requirements.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace sycl_plugin {

namespace {

/// What Clang calls the class in LLVM's module; a number may follow.
constexpr llvm::StringRef type_name = "class.sycl::lw1::ext::oneapi::experimental::device_global";

/// Clang makes no variable for the device in a file whose device code does not use it. So each file
/// that does has one; the library knows whether the program has it.
bool define_those_of_others(llvm::Module& module) {
  bool found = false;
  for (llvm::GlobalVariable& variable : module.globals()) {
    auto* type = llvm::dyn_cast<llvm::StructType>(variable.getValueType());
    if (variable.isDeclaration() && type && type->hasName() &&
        type->getName().starts_with(type_name)) {
      variable.setInitializer(llvm::ConstantAggregateZero::get(type));
      variable.setLinkage(llvm::GlobalValue::WeakODRLinkage);
      variable.setConstant(false);
      variable.addAttribute(sycl_compiler::device_global_attribute);
      found = true;
    }
  }
  return found;
}

/// The annotations have served.
void drop_annotations(llvm::Module& module, llvm::ArrayRef<DeviceGlobal> globals) {
  llvm::GlobalVariable* const list = module.getGlobalVariable(list_of_annotations);
  std::vector<llvm::Constant*> others;
  for (const llvm::Use& one : list->getInitializer()->operands()) {
    auto* row = llvm::cast<llvm::Constant>(one.get());
    const llvm::Value* const of = row->getOperand(0)->stripPointerCasts();
    if (llvm::none_of(globals, [&](const DeviceGlobal& global) { return global.variable == of; })) {
      others.push_back(row);
    }
  }
  keep_rows(*list, others);
}

} // namespace

bool mark_device_globals(llvm::Module& module) {
  const bool has_others = define_those_of_others(module);
  const std::vector<DeviceGlobal> globals = device_globals_of(module);
  for (const DeviceGlobal& one : globals) {
    one.variable->addAttribute(sycl_compiler::device_global_attribute);
    one.variable->setConstant(false); // the library writes it, whatever the program may do
    if (one.variable->hasLocalLinkage()) {
      one.variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
    one.variable->setName(one.name);
  }
  if (!globals.empty()) {
    drop_annotations(module, globals);
  }
  return has_others || !globals.empty();
}

bool is_device_global(const llvm::GlobalVariable& variable) {
  return variable.hasAttribute(sycl_compiler::device_global_attribute);
}

} // namespace sycl_plugin
