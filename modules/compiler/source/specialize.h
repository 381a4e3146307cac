// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_SPECIALIZE_H
#define COMPILER_SPECIALIZE_H

#include "compiler_interface/request.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Makes of a program one for a single kernel and for launches of which `facts` are true: other
/// kernels go, the kernel requires the local size, and module flags ("lanewise.work_dim",
/// "lanewise.zero_offset") say the rest, for the pass fold-launch-facts. Without a local size among
/// the facts the kernel requires none any more. False if there is no such kernel.
[[nodiscard]] bool specialize(llvm::Module& module, const LaunchFacts& facts);

} // namespace compiler

#endif
