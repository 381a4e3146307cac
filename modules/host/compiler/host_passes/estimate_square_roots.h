// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_ESTIMATE_SQUARE_ROOTS_H
#define HOST_PASSES_ESTIMATE_SQUARE_ROOTS_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// On x86-64, divisions of floats by a square root that may be a multiplication with the reciprocal
/// (`arcp`: `native_rsqrt` and unsafe mathematics) take the CPU's estimate and one step of Newton's
/// method, which is within 4 units in the last place, and takes half of the time. The reciprocal
/// roots of 0 and of infinity are exact, those of denormal numbers are infinite.
///
/// Behind all optimisation, which knows nothing of the instructions. The square root stays where it
/// is used otherwise.
///
///   %s = call <8 x float> @llvm.sqrt(<8 x float> %x)
///   %r = fdiv arcp <8 x float> splat (float 1.0), %s
/// becomes
///   %e = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %x)
///   %n = %e + %e * (0.5 - %x * %e * 0.5 * %e)
///   %r = (%n, or %e where %n is no number)
bool estimate_square_roots(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
