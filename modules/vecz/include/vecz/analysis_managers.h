// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_ANALYSIS_MANAGERS_H
#define VECZ_ANALYSIS_MANAGERS_H

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Passes/PassBuilder.h>

namespace vecz {

/// The functions of the C library that kernels may call. Objects may refer to no others, so no pass
/// may turn a loop into a call of `strlen`, say.
inline llvm::TargetLibraryInfoImpl library_of_kernels(const llvm::Triple& triple) {
  llvm::TargetLibraryInfoImpl library(triple);
  library.disableAllFunctions();
  for (const llvm::LibFunc one :
       {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset}) {
    library.setAvailable(one);
  }
  return library;
}

/// LLVM's managers of analyses, all of whose analyses are registered, for passes of LLVM that are
/// run over a module or a function.
struct AnalysisManagers {
  /// `target`: what the analyses are told of the target instead of what `machine` says. The
  /// pointers may be null; what they point to has to outlive this.
  explicit AnalysisManagers(
      std::optional<llvm::TargetIRAnalysis> target = std::nullopt,
      llvm::TargetMachine* machine = nullptr,
      const llvm::PipelineTuningOptions& tuning = llvm::PipelineTuningOptions(),
      llvm::PassInstrumentationCallbacks* callbacks = nullptr)
      : builder(machine, tuning, std::nullopt, callbacks) {
    if (target) { // the first one that is registered counts
      functions.registerPass([&] { return std::move(*target); });
    }
    functions.registerPass(
        [] { return llvm::TargetLibraryAnalysis(library_of_kernels(llvm::Triple())); });
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

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager call_graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

} // namespace vecz

#endif
