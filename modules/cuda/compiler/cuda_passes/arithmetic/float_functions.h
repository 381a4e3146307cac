// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_FLOAT_FUNCTIONS_H
#define CUDA_PASSES_ARITHMETIC_FLOAT_FUNCTIONS_H

namespace llvm {
class Module;
}

namespace cuda {

/// Gives bodies to functions of OpenCL C that are shorter with the hardware's instructions than the
/// library's, and as exact as the specification asks:
///
///   exp, exp2, exp10   of float and vectors of it: powers of two that are made of an exponent and
///                      of the hardware's approximation for the rest, within 3 units in the last
///                      place
///   dot                of float and double: a sum of fused multiply-adds
///
/// Requires: the library of built-ins, which has others, is linked later. Guarantees: no such
/// function is only declared.
///
///   declare spir_func float @_Z3dotDv2_fS_(<2 x float>, <2 x float>)
/// becomes
///   define internal spir_func float @_Z3dotDv2_fS_(<2 x float> %0, <2 x float> %1) {
///     ...
///     %product = fmul float %x0, %y0
///     %sum = call float @llvm.fma.f32(float %x1, float %y1, float %product)
bool float_functions(llvm::Module& module);

} // namespace cuda

#endif
