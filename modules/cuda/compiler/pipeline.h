// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMPILER_PIPELINE_H
#define CUDA_COMPILER_PIPELINE_H

#include "builtins/library.h"
#include "compiler/pass.h"
#include "compiler_interface/options.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace cuda {

/// Takes a finalized module from the neutral dialect to IR that NVPTX's code generation accepts.
/// `passes` runs over `module`. Features that the target lacks are errors, reported to the module's
/// diagnostic handler.
void run_pipeline(compiler::PassRunner& passes, llvm::Module& module,
                  const compiler::Options& options, const builtins::Library& library,
                  llvm::TargetMachine& machine);

} // namespace cuda

#endif
