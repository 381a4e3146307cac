// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics about device code, with the way to it.
#ifndef SYCL_PLUGIN_REPORT_H
#define SYCL_PLUGIN_REPORT_H

#include <cstddef>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>
#include <string>
#include <vector>

namespace sycl_plugin {

/// More errors than a person wants to read.
inline constexpr size_t max_errors = 20;

/// Reports an instruction. `way` has the calls that lead to its function, the first one first. The
/// place is the innermost one of both that is the program's own, not our headers'; the calls
/// before it follow, where line tables say where they are.
void report_use(llvm::Module& module, const std::vector<const llvm::Instruction*>& way,
                const llvm::Instruction& at, const std::string& sentence,
                llvm::DiagnosticSeverity severity);

} // namespace sycl_plugin

#endif
