// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs passes of LLVM.
#ifndef SYCL_COMPILER_PIPELINE_H
#define SYCL_COMPILER_PIPELINE_H

#include "llvm_setup/analysis_managers.h"
#include "sycl_compiler/device_passes.h"

#include <llvm/IR/Module.h>

namespace sycl_compiler {

/// Runs the passes that `fill(PassBuilder&)` returns, without those that are for devices to do.
/// Loops are neither unrolled nor vectorised.
template <typename Fill> void run_pipeline(llvm::Module& module, Fill fill) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopInterleaving = false;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm_setup::AnalysisManagers analyses(nullptr, tuning, &callbacks);
  leave_to_devices(analyses.builder);
  fill(analyses.builder).run(module, analyses.modules);
}

} // namespace sycl_compiler

#endif
