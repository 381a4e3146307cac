// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_SETUP_ANALYSIS_MANAGERS_H
#define LLVM_SETUP_ANALYSIS_MANAGERS_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Passes/PassBuilder.h>

namespace llvm_setup {

/// LLVM's analysis managers, with all analyses registered, to run passes of LLVM over a module or a
/// function.
struct AnalysisManagers {
  /// `register_first` registers analyses of functions that replace LLVM's of the same kind.
  /// Pointers may be null; they have to outlive this.
  explicit AnalysisManagers(
      llvm::TargetMachine* machine = nullptr,
      const llvm::PipelineTuningOptions& tuning = llvm::PipelineTuningOptions(),
      llvm::PassInstrumentationCallbacks* callbacks = nullptr,
      llvm::function_ref<void(llvm::FunctionAnalysisManager&)> register_first = nullptr)
      : builder(machine, tuning, std::nullopt, callbacks) {
    if (register_first) { // the first one of a kind counts
      register_first(functions);
    }
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graph, modules);
  }
  AnalysisManagers(const AnalysisManagers&) = delete;

  /// Forgets all results: for functions that were changed without telling the managers.
  void clear() {
    modules.clear();
    call_graph.clear();
    functions.clear();
    loops.clear();
  }

  // In this order: each is destroyed before those that it refers to.
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager call_graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

} // namespace llvm_setup

#endif
