// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_TEXTURES_H
#define CUDA_PASSES_TEXTURES_H

namespace llvm {
class Module;
}

namespace cuda {

/// Replaces calls of `__mux_read_texel_float`, `__mux_read_texel_int` and `__mux_filter_texels` by
/// the instructions of texture units. Textures are handles of the driver's, made for linear
/// filters, for unnormalised coordinates, and to repeat the edge (source/memory/texture.h).
///
/// Requires: built-ins linked. Guarantees: no such call is left.
///
///   %c = call spir_func <4 x float> @__mux_filter_texels(i64 %t, float %x, float %y)
/// becomes
///   %r = call {float, float, float, float} @llvm.nvvm.tex.unified.2d.v4f32.f32(i64 %t, float %x,
///   ... and a vector of its elements
bool textures(llvm::Module& module);

} // namespace cuda

#endif
