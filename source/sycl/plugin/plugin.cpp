// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plug-in that Clang loads with -fpass-plugin while it compiles for a device. Its passes run
// before all of LLVM's, at each level of optimisation, and some of LLVM's do not run.
#include "check_aspects.h"
#include "check_device_code.h"
#include "drop_constructors.h"
#include "drop_line_tables.h"
#include "mark_device_globals.h"
#include "module_pass.h"
#include "name_kernels.h"
#include "repair_calls.h"
#include "requirements.h"
#include "sycl_compiler/device_passes.h"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>

namespace {

using sycl_plugin::ModulePass;

void add_passes(llvm::PassBuilder& builder) {
  sycl_compiler::leave_to_devices(builder);
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(ModulePass<sycl_plugin::mark_device_globals>()); // the checks ask for it
        passes.addPass(ModulePass<sycl_plugin::check_device_code>());
        passes.addPass(ModulePass<sycl_plugin::check_aspects>());
        passes.addPass(ModulePass<sycl_plugin::name_kernels>());
        passes.addPass(ModulePass<sycl_plugin::gather_requirements>()); // annotations go with this
        passes.addPass(ModulePass<sycl_plugin::drop_line_tables>());
        passes.addPass(ModulePass<sycl_plugin::repair_calls>());
        passes.addPass(ModulePass<sycl_plugin::drop_constructors>());
      });
}

} // namespace

extern "C" [[gnu::visibility("default")]] llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "sycl-passes", LLVM_VERSION_STRING, add_passes};
}
