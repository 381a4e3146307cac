// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running passes of LLVM.
#ifndef SYCL_COMPILER_PIPELINE_H
#define SYCL_COMPILER_PIPELINE_H

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace sycl_compiler {

/// Runs the passes that `fill` makes of a PassBuilder. Loops are neither unrolled nor vectorised.
template <typename Fill> void run_pipeline(llvm::Module& module, Fill fill) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopInterleaving = false;
  llvm::PassBuilder passes(nullptr, tuning);
  // In this order: each is destroyed before what it refers to.
  llvm::LoopAnalysisManager of_loops;
  llvm::FunctionAnalysisManager of_functions;
  llvm::CGSCCAnalysisManager of_components;
  llvm::ModuleAnalysisManager of_modules;
  passes.registerModuleAnalyses(of_modules);
  passes.registerFunctionAnalyses(of_functions);
  passes.registerLoopAnalyses(of_loops);
  passes.registerCGSCCAnalyses(of_components);
  passes.crossRegisterProxies(of_loops, of_functions, of_components, of_modules);
  fill(passes).run(module, of_modules);
}

} // namespace sycl_compiler

#endif
