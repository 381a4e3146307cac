// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_MEMORY_TEXTURE_H
#define CUDA_MEMORY_TEXTURE_H

#include "driver/driver.h"
#include "libimg/descriptor.h"

namespace cuda {

/// Where texture units read images: bytes that the first texel, and rows, lie at multiples of.
inline constexpr uint64_t texture_alignment = 512, texture_pitch_alignment = 32;

/// Makes a texture of an image with two dimensions that has memory, and tells it in its descriptor:
/// single texels are read by it exactly, a linear filter has weights of eight bits. None is made
/// where the image can be none (its order, its type, where it lies) or the driver makes no more of
/// them; kernels read the memory then. The context is current.
void make_texture(const Driver& cu, libimg::Descriptor& image);

} // namespace cuda

#endif
