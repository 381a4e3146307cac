// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_ARITHMETIC_ESTIMATE_RECIPROCALS_H
#define HOST_PASSES_ARITHMETIC_ESTIMATE_RECIPROCALS_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// Whether vectors of floats and of doubles are divided in less time than a refined estimate of the
/// reciprocal takes beside other arithmetic. Built-in functions ask (`__mux_has_fast_division`).
[[nodiscard]] bool has_fast_division(const Cpu& cpu);

/// Makes divisions of the CPU's estimates of reciprocals and of reciprocal square roots, on x86-64.
///
/// - Floats whose division may be 8192 units in the last place off (!fpmath): the estimate as it
///   is, of 1 / y or 1 / sqrt(x), within 2^-14 with AVX-512 and 1.5 2^-12 elsewhere.
/// - Those that may be 4 units off: one step of Newton's method. Denormal numbers may be 0, and
/// what
///   is divided by numbers of 2^126 and more as well.
/// - Other divisions by a square root that may be a multiplication with the reciprocal (`arcp`):
///   the estimate, of which so many bits are kept that its square is exact, and a polynomial of
///   what is missing; floats, and doubles with AVX-512. Within 0.51 units with a fused
///   multiply-add, 1.2 without. Denormal arguments are scaled unless approximations are allowed
///   (`afn`), where one step of Newton's method is enough for AVX-512's estimates of floats.
///
/// Behind all optimisation, which knows nothing of the instructions. A square root stays where it
/// is used otherwise.
///
///   %s = call <8 x float> @llvm.sqrt(<8 x float> %x)
///   %r = fdiv arcp <8 x float> splat (float 1.0), %s
/// becomes
///   %y = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %x), its last 12 bits 0
///   %e = 1 - %x * (%y * %y), or 1 where that is no number
///   %r = %y + %y * %e * (1/2 + 3/8 * %e)
bool estimate_reciprocals(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
