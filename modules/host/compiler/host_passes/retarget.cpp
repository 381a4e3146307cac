// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/retarget.h"

#include "host/kernel_abi.h"
#include "host_passes/entry_functions.h"
#include "host_passes/needed_features.h"

namespace host {

bool retarget(llvm::Module& module, const Cpu& cpu, const llvm::TargetMachine& machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  const std::string features = needed_features(module);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) {
      continue;
    }
    function.addFnAttr("target-cpu", cpu.level->llvm_cpu);
    function.addFnAttr("tune-cpu", cpu.model);
    if (!features.empty()) {
      function.addFnAttr("target-features", features);
    }
    // Private arrays could otherwise run past the end of the stack. Becomes an error of the build.
    function.addFnAttr("warn-stack-size", std::to_string(kernel_stack_bytes / 2));
    if (!function.getName().starts_with(entry_name(""))) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() && !variable.hasAppendingLinkage()) {
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
      variable.setDSOLocal(true);
    }
  }
  return true;
}

} // namespace host
