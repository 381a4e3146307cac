// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/lower_images.h"

#include "builtins/retype.h"
#include "image_functions.h"
#include "libimg/descriptor.h"
#include "vecz/work_item_memory.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace compiler {
namespace {

llvm::Type* lowered(llvm::TargetExtType* type) {
  if (is_image(type)) {
    return llvm::PointerType::get(type->getContext(), vecz::constant_space);
  }
  if (is_sampler(type)) {
    return llvm::Type::getInt32Ty(type->getContext());
  }
  return type;
}

/// Functions that differ in the images' access only become one, so that types must be equal by now.
bool rename_functions(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const std::string name =
        function.isDeclaration() ? image_function(function.getName()) : std::string();
    if (name.empty()) {
      continue;
    }
    changed = true;
    if (llvm::Function* known = module.getFunction(name)) {
      function.replaceAllUsesWith(known);
      function.eraseFromParent();
    } else {
      function.setName(name);
    }
  }
  return changed;
}

/// A constant's sampler is the constant.
void replace_initializers(llvm::Module& module) {
  llvm::Function* initializer = module.getFunction(sampler_initializer);
  if (!initializer) {
    return;
  }
  for (llvm::User* user : llvm::make_early_inc_range(initializer->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
  initializer->eraseFromParent();
}

/// A handle is the address of an image's descriptor, or a sampler's word.
void replace_handles(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const bool is_image = is_image_of_handle(function);
    if (!is_image && !is_sampler_of_handle(function)) {
      continue;
    }
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      llvm::Value* handle = call->getArgOperand(0);
      call->replaceAllUsesWith(is_image ? builder.CreateIntToPtr(handle, call->getType())
                                        : builder.CreateTrunc(handle, call->getType()));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

/// A launch gives each image a descriptor.
void describe(llvm::Argument& image) {
  llvm::AttrBuilder attributes(image.getContext());
  attributes.addDereferenceableAttr(sizeof(libimg::Descriptor));
  attributes.addAlignmentAttr(llvm::Align(alignof(libimg::Descriptor)));
  attributes.addAttribute(llvm::Attribute::NoUndef);
  attributes.addAttribute(llvm::Attribute::ReadOnly);
  image.addAttrs(attributes);
}

} // namespace

bool lower_images(llvm::Module& module) {
  llvm::SmallVector<std::pair<std::string, unsigned>> images;
  for (llvm::Function& function : module) {
    for (llvm::Argument& argument : function.args()) {
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
          is_image(argument.getType())) {
        images.emplace_back(function.getName().str(), argument.getArgNo());
      }
    }
  }
  const bool retyped = builtins::retype(module, lowered);
  const bool renamed = rename_functions(module);
  replace_initializers(module);
  replace_handles(module);
  for (const auto& [kernel, argument] : images) {
    describe(*module.getFunction(kernel)->getArg(argument));
  }
  return renamed || retyped;
}

} // namespace compiler
