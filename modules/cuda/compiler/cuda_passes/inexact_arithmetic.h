// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_INEXACT_ARITHMETIC_H
#define CUDA_PASSES_INEXACT_ARITHMETIC_H

namespace llvm {
class Module;
}

namespace cuda {

/// Makes LLVM's square root of calls of OpenCL C's `sqrt` for floats and vectors of them that say
/// how exact they have to be (!fpmath; Clang does, without -cl-fp32-correctly-rounded-divide-sqrt),
/// before the library of built-ins gives that function a body.
///
///   %r = call spir_func float @_Z4sqrtf(float %x), !fpmath !{float 3.0}
/// becomes
///   %r = call float @llvm.sqrt.f32(float %x), !fpmath !{float 3.0}
bool inexact_square_roots(llvm::Module& module);

/// Divisions and square roots of floats, and of vectors of them, that may be two units in the last
/// place off (!fpmath) become the hardware's: PTX states 2 for `div.full` and a relative error of
/// 2^-23 for `sqrt.approx`, with subnormal numbers. Exact ones are functions with slow paths.
/// Approximations (`afn`) are left to LLVM, which has faster ones.
///
/// Behind all optimisation, which knows nothing of the intrinsic functions.
///
///   %q = fdiv float %x, %y, !fpmath !{float 2.5}
/// becomes
///   %q = call float @llvm.nvvm.div.full(float %x, float %y)
bool inexact_arithmetic(llvm::Module& module);

} // namespace cuda

#endif
