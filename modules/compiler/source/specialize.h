// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_SPECIALIZE_H
#define COMPILER_SPECIALIZE_H

#include "compiler_interface/request.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Reduces a program to one kernel, for launches of which `facts` are true: other kernels are
/// removed, the kernel requires the local size, and module flags ("lanewise.work_dim",
/// "lanewise.zero_offset") tell the pass fold-launch-facts the rest. If the facts have no local
/// size, the kernel's requirement is removed. False if there is no such kernel.
[[nodiscard]] bool specialize(llvm::Module& module, const LaunchFacts& facts);

} // namespace compiler

#endif
