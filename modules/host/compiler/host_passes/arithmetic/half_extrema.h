// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_ARITHMETIC_HALF_EXTREMA_H
#define HOST_PASSES_ARITHMETIC_HALF_EXTREMA_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// Computes minima and maxima of `half`, which InstCombine makes of selections, as those of
/// `float`: code generation would call `fminf` and `fmaxf` for them, which kernels do not have. The
/// result is exact, as it is one of the operands.
///
/// Behind all optimisation. Requires: nothing. Guarantees: no llvm.minnum or llvm.maxnum of half,
/// unless the module uses the CPU's arithmetic with halves.
///
///   %m = call nnan half @llvm.maxnum.f16(half %a, half %b)
/// becomes
///   %m = fptrunc (call nnan float @llvm.maxnum.f32(fpext %a, fpext %b))
bool half_extrema(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
