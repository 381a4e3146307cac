// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_ARITHMETIC_NATIVE_DIVISIONS_H
#define HOST_PASSES_ARITHMETIC_NATIVE_DIVISIONS_H

namespace llvm {
class Module;
}

namespace host {

/// How many units in the last place the divisions may be off that this pass makes.
inline constexpr float half_error = 8192, native_error = 4;

/// Gives bodies to `native_recip`, `native_divide`, `native_rsqrt`, `half_recip` and `half_rsqrt`
/// of OpenCL C, for floats and vectors of them: divisions that say how exact they have to be
/// (!fpmath). `half_divide` is not among them, as 1 / y need be no normal number where x / y is
/// one.
///
/// Requires: the library of built-ins, which has others, is linked later.
///
///   declare spir_func float @_Z12native_rsqrtf(float)
/// becomes
///   define internal spir_func float @_Z12native_rsqrtf(float %x) {
///     %s = call float @llvm.sqrt.f32(float %x)
///     %r = fdiv arcp float 1.0, %s, !fpmath !{float 4.0}
bool native_divisions(llvm::Module& module);

} // namespace host

#endif
