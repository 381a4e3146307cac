// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_ANALYSIS_MANAGERS_H
#define VECZ_ANALYSIS_MANAGERS_H

#include "llvm_setup/analysis_managers.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <optional>

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

/// LLVM's analysis managers for passes over kernels.
struct AnalysisManagers : llvm_setup::AnalysisManagers {
  /// `target`: the target's properties for the analyses, in place of those of `machine`. The
  /// pointers may be null; they have to outlive this.
  explicit AnalysisManagers(
      std::optional<llvm::TargetIRAnalysis> target = std::nullopt,
      llvm::TargetMachine* machine = nullptr,
      const llvm::PipelineTuningOptions& tuning = llvm::PipelineTuningOptions(),
      llvm::PassInstrumentationCallbacks* callbacks = nullptr)
      : llvm_setup::AnalysisManagers(
            machine, tuning, callbacks, [&](llvm::FunctionAnalysisManager& manager) {
              if (target) {
                manager.registerPass([&] { return std::move(*target); });
              }
              manager.registerPass(
                  [] { return llvm::TargetLibraryAnalysis(library_of_kernels(llvm::Triple())); });
            }) {}
};

} // namespace vecz

#endif
