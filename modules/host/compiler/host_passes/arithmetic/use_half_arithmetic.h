// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_ARITHMETIC_USE_HALF_ARITHMETIC_H
#define HOST_PASSES_ARITHMETIC_USE_HALF_ARITHMETIC_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// On CPUs with instructions for arithmetic of halves: notes that the module needs them, if it has
/// such arithmetic, so that code generation does not compute in float, with half as many lanes.
/// Square roots are not counted: those of floats are faster.
///
/// Behind the vectoriser, before `retarget`, which says what LLVM may use.
bool use_half_arithmetic(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
