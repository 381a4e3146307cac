// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plug-in that Clang loads with -fpass-plugin while it compiles for the host.
#include "module_pass.h"
#include "register_device_globals.h"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>

namespace {

void add_passes(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(sycl_plugin::ModulePass<sycl_plugin::register_device_globals>());
      });
}

} // namespace

extern "C" [[gnu::visibility("default")]] llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "sycl-host-passes", LLVM_VERSION_STRING, add_passes};
}
