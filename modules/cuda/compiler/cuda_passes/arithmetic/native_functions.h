// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_NATIVE_FUNCTIONS_H
#define CUDA_PASSES_ARITHMETIC_NATIVE_FUNCTIONS_H

namespace llvm {
class Module;
}

namespace cuda {

/// Gives bodies to the functions `native_sin` and so on of OpenCL C, for floats and vectors of
/// them, which are made of the hardware's approximations.
///
/// Requires: the library of built-ins, which has others, is linked later. Guarantees: no such
/// function is only declared.
///
///   declare spir_func float @_Z10native_expf(float)
/// becomes
///   define internal spir_func float @_Z10native_expf(float %x) {
///     %power = fmul float %x, 0x3FF7154760000000
///     %e = call float @llvm.nvvm.ex2.approx.f32(float %power)
bool native_functions(llvm::Module& module);

} // namespace cuda

#endif
