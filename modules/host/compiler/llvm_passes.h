// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_PASSES_H
#define LLVM_PASSES_H

#include "vecz/analysis_managers.h"

#include <llvm/Target/TargetMachine.h>

namespace host {

/// What LLVM's passes are to find.
enum class Effort {
  all,
  /// What there is to find where the only loops are those over work-items, of counts that are not
  /// known: most of -O3 is for other loops and would take half the time of a small build.
  short_kernels
};

/// The effort for kernels of one work-item each, as they are before they are vectorised.
[[nodiscard]] Effort effort_for(const llvm::Module& module);

/// LLVM's own passes over one module, with the analyses that they share.
class LlvmPasses {
public:
  LlvmPasses(llvm::Module& subject, llvm::TargetMachine& machine);

  /// What our passes rely on: calls of small functions gone, private variables in registers, ids as
  /// constants where they are, generic pointers of the space that they certainly point into.
  void simplify();
  /// With all effort what LLVM does at -O3, with these exceptions: what is only of use between
  /// functions is left out if none calls another, and loops over work-groups and rows of work-items
  /// are not copied for the values of conditions inside (loop_hints.h).
  ///
  /// Cost: with a function of more than 12 000 instructions, or more than 32 kernels (of a program
  /// of hundreds, as programs are cut into groups), only passes are run whose cost does not grow
  /// faster than n log n.
  ///
  /// LANEWISE_OPTIMISE_LIMIT=<n> ends it after n runs of passes and names the last to stderr.
  void optimise(Effort effort);
  void remove_unused();

private:
  llvm::ModulePassManager everything();
  void run(llvm::ModulePassManager& pipeline);
  bool may_run(llvm::StringRef pass, const llvm::Any& subject);
  llvm::TargetIRAnalysis target_of(llvm::TargetMachine& machine);

  llvm::Module& module;
  bool simplifying = false; ///< for no target yet
  bool optimising = false;
  unsigned runs = 0; ///< of LLVM's passes in optimise()
  llvm::PassInstrumentationCallbacks callbacks;
  vecz::AnalysisManagers analyses;
};

} // namespace host

#endif
