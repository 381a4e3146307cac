// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_LLVM_PASSES_H
#define HOST_PASSES_LLVM_PASSES_H

#include "vecz/analysis_managers.h"

#include <llvm/Target/TargetMachine.h>
#include <optional>

namespace host {

/// How much LLVM's passes do.
enum class Effort {
  all,
  /// For code whose only loops are those over work-items, with unknown counts. Most of -O3 is for
  /// other loops and would take half the time of a small build.
  short_kernels
};

/// The effort for kernels of one work-item each, as they are before they are vectorised.
[[nodiscard]] Effort effort_for(const llvm::Module& module);

/// Functions by how LLVM optimises them: entries of kernels with a quick form
/// (passes/vectorization/quick_forms.h), and all others.
enum class FunctionKind { quick_forms, others };

/// LLVM's own passes over one module, with the analyses that they share.
class LlvmPasses {
public:
  LlvmPasses(llvm::Module& subject, llvm::TargetMachine& machine);

  /// Establishes what our own passes rely on: small functions are inlined, private variables are in
  /// registers, constant ids are constants, and generic pointers have the named address space that
  /// they certainly point into.
  void simplify();
  /// With Effort::all, LLVM's -O3 with two exceptions: passes that only matter between functions
  /// are left out if no function calls another, and loops over work-groups and rows of work-items
  /// are not unswitched (loop_hints.h).
  ///
  /// Cost: with a function of more than 12 000 instructions, or more than 20 kernels (of a program
  /// of hundreds, as programs are cut into groups), only passes are run whose cost does not grow
  /// faster than n log n. Returns whether that is so.
  ///
  /// The same passes, whose cost is in proportion, are all that run over quick forms.
  ///
  /// LANEWISE_OPTIMISE_LIMIT=<n> ends it after n runs of passes and names the last to stderr.
  bool optimise(Effort effort);
  void remove_unused();

private:
  llvm::ModulePassManager everything();
  void run(llvm::ModulePassManager& pipeline);
  bool may_run(llvm::StringRef pass, const llvm::Any& subject);
  llvm::TargetIRAnalysis target_of(llvm::TargetMachine& machine);

  llvm::Module& module;
  bool simplifying = false; ///< for no target yet
  bool optimising = false;
  std::optional<FunctionKind> chosen; ///< what passes are to change; all functions without it
  unsigned runs = 0;                  ///< of LLVM's passes in optimise()
  llvm::PassInstrumentationCallbacks callbacks;
  vecz::AnalysisManagers analyses;
};

} // namespace host

#endif
