// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specialize.h"

#include "kernel_groups.h"
#include "passes/facts/argument_members.h"
#include "passes/facts/fold_image_facts.h"

#include <llvm/IR/Constants.h>

namespace compiler {
namespace {

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

void require_local_size(llvm::Function& kernel, const std::array<uint64_t, 3>& size) {
  llvm::Type* type = llvm::Type::getInt32Ty(kernel.getContext());
  llvm::SmallVector<llvm::Metadata*, 3> operands;
  for (const uint64_t extent : size) {
    operands.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, extent)));
  }
  kernel.setMetadata("reqd_work_group_size", llvm::MDNode::get(kernel.getContext(), operands));
}

void fix_value(llvm::Value& integer, uint64_t value) {
  const unsigned bits = integer.getType()->getIntegerBitWidth();
  integer.replaceAllUsesWith(
      llvm::ConstantInt::get(integer.getContext(), llvm::APInt(64, value).zextOrTrunc(bits)));
}

/// Before anything is optimised: all that follows from the value is found like from any constant.
void fix_integer(llvm::Argument& argument, const ArgumentFact& fact) {
  const uint64_t value = uint64_t(fact.values[1]) << 32 | fact.values[0];
  if (argument.getType()->isIntegerTy() && argument.getType()->getIntegerBitWidth() <= 64) {
    fix_value(argument, value);
    return;
  }
  auto members = find_members(argument);
  for (llvm::LoadInst* load : members[{fact.offset, fact.size}]) {
    fix_value(*load, value);
  }
}

void state_argument_facts(llvm::Function& kernel, llvm::ArrayRef<ArgumentFact> facts) {
  llvm::SmallVector<ImageFact> images;
  llvm::SmallVector<SamplerFact> samplers;
  for (const ArgumentFact& fact : facts) {
    if (fact.argument >= kernel.arg_size()) {
      continue;
    }
    switch (fact.kind) {
    case ArgumentFact::Kind::image:
      images.push_back({fact.argument, fact.values[0], fact.values[1]});
      break;
    case ArgumentFact::Kind::sampler:
      samplers.push_back({fact.argument, fact.values[0]});
      break;
    case ArgumentFact::Kind::integer:
      fix_integer(*kernel.getArg(fact.argument), fact);
      break;
    }
  }
  state_image_facts(kernel, images, samplers);
}

} // namespace

bool specialize(llvm::Module& module, const LaunchFacts& facts) {
  llvm::Function* kernel = module.getFunction(facts.kernel);
  if (!kernel || !is_kernel(*kernel)) {
    return false;
  }
  keep_kernels(module, {facts.kernel});
  if (facts.local_size[0] == 0) {
    kernel->setMetadata("reqd_work_group_size", nullptr);
    return true;
  }
  require_local_size(*kernel, facts.local_size);
  state_argument_facts(*kernel, facts.arguments);
  module.addModuleFlag(llvm::Module::Override, "lanewise.work_dim", facts.work_dim);
  module.addModuleFlag(llvm::Module::Override, "lanewise.zero_offset", facts.zero_offset);
  return true;
}

} // namespace compiler
