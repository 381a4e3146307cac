// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_PIPELINE_H
#define COMPILER_PIPELINE_H

#include "builtins/library.h"
#include "code_generation/target_machine.h"
#include "compiler/pass.h"
#include "compiler_interface/options.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace host {

/// If the report is wanted, notes in the build log which optimisation is left out since the program
/// is too large for it, and what helps.
void report_limit(llvm::Module& module, const compiler::Options& options, const llvm::Twine& what,
                  llvm::StringRef advice);

/// Takes a finalized module from the neutral dialect to IR for one CPU that code generation
/// accepts. `passes` runs over `module`. `sub_group_width`: for kernels that do not require another
/// one.
void run_pipeline(compiler::PassRunner& passes, llvm::Module& module, const Cpu& cpu,
                  const compiler::Options& options, const builtins::Library& library,
                  unsigned sub_group_width, llvm::TargetMachine& machine);

} // namespace host

#endif
