// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "non_uniform_groups.h"

#include "module_flags.h"

#include <llvm/IR/Constants.h>

namespace compiler {
namespace {
constexpr const char* flag = "lanewise.non_uniform_groups";
} // namespace

void state_non_uniform_groups(llvm::Module& module, bool language_has_them) {
  if (language_has_them) {
    module.setModuleFlag(llvm::Module::Min, flag, uint32_t(1));
  }
}

void restrict_groups(llvm::Module& module, const Options& options) {
  if (options.uniform_groups && has_non_uniform_groups(module)) {
    module.setModuleFlag(llvm::Module::Min, flag, uint32_t(0));
  }
}

bool has_non_uniform_groups(const llvm::Module& module) { return module_flag(module, flag) == 1; }

bool is_opencl_c_2(const llvm::Module& module) {
  const auto* versions = module.getNamedMetadata("opencl.ocl.version");
  if (!versions || versions->getNumOperands() == 0) {
    return false;
  }
  const auto& major = versions->getOperand(0)->getOperand(0);
  return llvm::mdconst::extract<llvm::ConstantInt>(major)->getZExtValue() >= 2;
}

} // namespace compiler
