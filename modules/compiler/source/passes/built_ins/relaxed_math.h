// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_RELAXED_MATH_H
#define PASSES_BUILT_INS_RELAXED_MATH_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Replaces mathematical functions of floats by their native forms where those keep to the limits
/// that the specification sets for -cl-unsafe-math-optimizations (OpenCL C, "Relative Error as
/// ULPs", table for single precision with unsafe math optimizations), others by forms for that.
///
/// Requires: built-ins are not linked yet.
/// Guarantees: no such function of float is called; others are left alone.
///
///     %y = call spir_func <4 x float> @_Z3sinDv4_f(<4 x float> %x)
/// becomes
///     %y = call spir_func <4 x float> @_Z10native_sinDv4_f(<4 x float> %x)
bool relaxed_math(llvm::Module& module);

} // namespace compiler

#endif
