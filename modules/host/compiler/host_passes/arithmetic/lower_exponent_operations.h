// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_ARITHMETIC_LOWER_EXPONENT_OPERATIONS_H
#define HOST_PASSES_ARITHMETIC_LOWER_EXPONENT_OPERATIONS_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// Whether the CPU has what the next function makes. Built-in functions ask
/// (`__mux_has_exponent_operations`).
[[nodiscard]] bool has_exponent_operations(const Cpu& cpu);

/// Whether the CPU has estimates of floats' reciprocals and reciprocal square roots, be they
/// AVX-512's or older ones. Built-in functions ask (`__mux_has_float_estimates`).
[[nodiscard]] bool has_float_estimates(const Cpu& cpu);

/// Replaces calls of `__lanewise_elementwise_scale_`, `_exponent_`, `_significand_`, `_reciprocal_`
/// and `_root_` with suffix `f32` or `f64` by AVX-512's instructions, in registers of any width:
///
/// - scale(x, k): x 2^floor(k), rounded once;
/// - exponent(x): k of 2^k <= |x| < 2^(k+1), denormals included; -infinity of 0, infinity of
///   infinities;
/// - significand(x): x / 2^exponent(x), 1 of 0 and infinity, NaN of negative numbers;
/// - reciprocal(x): 1 / x within 2^-14, of denormal numbers infinity;
/// - root(x): 1 / sqrt(x) within 2^-14.
///
/// NaN gives NaN, but scaled by infinity or -infinity it gives infinity or 0.
///
/// x86-64 CPUs without AVX-512 have the last two of floats, within 1.5 2^-12; denormal arguments
/// and reciprocals count as 0. On other CPUs, where no such call is ever reached, the results are
/// poison, as are those of the other operations.
///
///   %r = call <8 x double> @__lanewise_elementwise_exponent_f64.v8(<8 x double> %x)
/// becomes
///   %r = call <8 x double> @llvm.x86.avx512.mask.getexp.pd.512(<8 x double> %x, ...)
bool lower_exponent_operations(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
