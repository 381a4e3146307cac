// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_CUDA_PTX_H
#define COMPILER_CUDA_PTX_H

#include "binary/container.h"
#include "cargo/expected.h"
#include "compiler_interface/options.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Target/TargetMachine.h>
#include <memory>
#include <string>

namespace cuda {

/// The oldest GPU that the code has to run on, as LLVM names it: what the build option
/// -lanewise-gpu says, or else the oldest one that has all that kernels need. An unknown name is an
/// error.
[[nodiscard]] cargo::expected<llvm::StringRef, std::string>
wanted_gpu(const compiler::Options& options);

/// Null, with `error` set, if LLVM does not know the target.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine>
make_target_machine(llvm::StringRef gpu, bool optimise, std::string& error);

/// A name that PTX takes, and no other symbol's: a letter that it does not take becomes a dollar
/// sign and the letter's two hexadecimal digits. Names of kernels that come as SPIR-V have any
/// letters.
[[nodiscard]] std::string ptx_name(llvm::StringRef name);

/// The module's PTX, text without a zero at its end; the module is used up. That of a machine which
/// does not optimise says so (not_optimised_line). False if there is none.
/// Errors go to the module's diagnostic handler.
[[nodiscard]] bool emit_ptx(llvm::Module& module, llvm::TargetMachine& machine,
                            binary::bytes& text);

} // namespace cuda

#endif
