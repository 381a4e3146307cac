// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/llvm_passes.h"

#include "cuda_passes/loops/choose_elements.h"
#include "cuda_passes/loops/step_addresses.h"
#include "cuda_passes/loops/unroll_hints.h"
#include "vecz/analysis_managers.h"

#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace cuda {

bool optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.LoopInterleaving = false;
  vecz::AnalysisManagers analyses(machine.getTargetIRAnalysis(), &machine, tuning);
  // Once loops are unrolled that count through private arrays.
  analyses.builder.registerScalarOptimizerLateEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(ChooseElements());
      });
  analyses.builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(llvm::LoopSimplifyPass());
        passes.addPass(StepAddresses());
        passes.addPass(CopyIterations());
      });
  llvm::ModulePassManager pipeline =
      analyses.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
  pipeline.run(module, analyses.modules);
  return true;
}

} // namespace cuda
