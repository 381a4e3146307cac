// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CHECK_PROGRAM_H
#define CHECK_PROGRAM_H

#include "builtins/library.h"
#include "compiler/context.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Reports errors of a linked program to the build log (OpenCL C 1.2 section 6.9) that Clang alone
/// cannot see or does not refuse: recursion, calls through pointers, functions and variables that
/// are defined nowhere, arguments of kinds that the device does not support, and what is larger
/// than any device can have.
void check_program(Context& context, const llvm::Module& module, const builtins::Library& library);

} // namespace compiler

#endif
