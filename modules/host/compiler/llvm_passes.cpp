// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm_passes.h"

#include "loop_hints.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace host {
namespace {

llvm::PipelineTuningOptions tuning() {
  llvm::PipelineTuningOptions options;
  options.LoopVectorization = true;
  options.SLPVectorization = true;
  return options;
}

bool calls_a_function(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && !(call->getCalledFunction() && call->getCalledFunction()->isDeclaration());
  });
}

bool may_run(llvm::StringRef pass, const llvm::Any& subject) {
  const auto* loop = llvm::any_cast<const llvm::Loop*>(&subject);
  return !loop || pass != "SimpleLoopUnswitchPass" || !compiler::is_outer_loop(**loop);
}

} // namespace

LlvmPasses::LlvmPasses(llvm::Module& subject, llvm::TargetMachine& machine)
    : module(subject), builder(&machine, tuning(), std::nullopt, &callbacks) {
  callbacks.registerShouldRunOptionalPassCallback(may_run);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graph, modules);
}

void LlvmPasses::simplify() {
  llvm::FunctionPassManager function;
  function.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  function.addPass(llvm::EarlyCSEPass(true));
  function.addPass(llvm::SimplifyCFGPass());
  function.addPass(llvm::InstCombinePass());
  function.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager pipeline;
  pipeline.addPass(llvm::AlwaysInlinerPass(false));
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(function)));
  run(pipeline);
}

void LlvmPasses::optimise() {
  const llvm::OptimizationLevel level = llvm::OptimizationLevel::O3;
  constexpr auto phase = llvm::ThinOrFullLTOPhase::None;
  llvm::ModulePassManager pipeline;
  if (llvm::any_of(module, calls_a_function)) {
    pipeline = builder.buildPerModuleDefaultPipeline(level);
  } else {
    pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(
        builder.buildFunctionSimplificationPipeline(level, phase)));
    pipeline.addPass(builder.buildModuleOptimizationPipeline(level, phase));
  }
  run(pipeline);
}

void LlvmPasses::remove_unused() {
  llvm::ModulePassManager pipeline;
  pipeline.addPass(llvm::AlwaysInlinerPass(false));
  pipeline.addPass(llvm::GlobalDCEPass());
  run(pipeline);
}

/// Starts with no analyses: our own passes have changed functions, and made others at the addresses
/// of those that they removed, without telling the managers.
void LlvmPasses::run(llvm::ModulePassManager& pipeline) {
  modules.clear();
  call_graph.clear();
  functions.clear();
  loops.clear();
  pipeline.run(module, modules);
}

} // namespace host
