// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_PLUGIN_MODULE_PASS_H
#define SYCL_PLUGIN_MODULE_PASS_H

#include <llvm/IR/PassManager.h>

namespace sycl_plugin {

/// A function that says whether it changed the module, as a pass. It runs at each level of
/// optimisation.
template <bool (*run_on)(llvm::Module&)>
struct ModulePass : llvm::PassInfoMixin<ModulePass<run_on>> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    return run_on(module) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace sycl_plugin

#endif
