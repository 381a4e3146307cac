// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_INEXACT_ARITHMETIC_H
#define CUDA_PASSES_ARITHMETIC_INEXACT_ARITHMETIC_H

namespace llvm {
class Module;
}

namespace cuda {

/// Calls of OpenCL C's `sqrt` for floats and vectors of them that say how exact they have to be
/// (!fpmath; Clang does, without -cl-fp32-correctly-rounded-divide-sqrt) become the hardware's, for
/// which PTX states a relative error of 2^-23, with subnormal numbers. Exact ones are functions
/// with slow paths. Roots of constants, and approximations (`afn`), are LLVM's.
///
/// Before the library of built-ins gives that function a body, and before LLVM's passes: where one
/// of them moves a root out of a branch, it drops what says how exact the root has to be.
///
///   %r = call spir_func float @_Z4sqrtf(float %x), !fpmath !{float 3.0}
/// becomes
///   %r = call float @llvm.nvvm.sqrt.approx.f(float %x)
bool inexact_square_roots(llvm::Module& module);

/// Divisions and square roots of floats, and of vectors of them, that may be two units in the last
/// place off (!fpmath) become the hardware's: PTX states 2 for `div.full`, and 1 for `rcp.approx`,
/// with subnormal numbers. Code generation makes the latter of a reciprocal that may be approximate
/// (`afn`). Other approximations are left to LLVM, which has faster ones.
///
/// Behind all optimisation, which knows nothing of the intrinsic functions.
///
///   %q = fdiv float %x, %y, !fpmath !{float 2.5}
///   %i = fdiv float 1.0, %y, !fpmath !{float 2.5}
/// becomes
///   %q = call float @llvm.nvvm.div.full(float %x, float %y)
///   %i = fdiv afn float 1.0, %y, !fpmath !{float 2.5}
bool inexact_arithmetic(llvm::Module& module);

} // namespace cuda

#endif
