// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_PIPELINE_H
#define COMPILER_PIPELINE_H

#include "builtins/library.h"
#include "compiler/pass.h"
#include "compiler_interface/options.h"
#include "target_machine.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>
#include <string_view>

namespace host {

/// The build option that puts what became of each kernel into the build log.
inline constexpr std::string_view report_option = "-lanewise-vec-report";

/// The way of a finalized module to what code generation takes: everything between the neutral
/// dialect and IR for one CPU, in order. `passes` runs over `module`. `sub_group_width`: of kernels
/// that do not require another one.
void run_pipeline(compiler::PassRunner& passes, llvm::Module& module, const Cpu& cpu,
                  const compiler::Options& options, const builtins::Library& library,
                  unsigned sub_group_width, llvm::TargetMachine& machine);

} // namespace host

#endif
