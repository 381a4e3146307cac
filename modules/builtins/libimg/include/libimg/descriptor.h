// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The descriptor of an image. A kernel's image argument is the address of one, which does not
// change while the kernel runs. A sampler is a word (OpenCL C's CLK_ constants, as Clang numbers
// them).
#ifndef LIBIMG_DESCRIPTOR_H
#define LIBIMG_DESCRIPTOR_H

#if defined(__OPENCL_CPP_VERSION__)
#define LIBIMG_GLOBAL __global
#else
#define LIBIMG_GLOBAL
#include <cstddef>
#endif

namespace libimg {

struct Descriptor {
  LIBIMG_GLOBAL unsigned char* data; ///< the first texel
  unsigned long row_pitch;           ///< bytes from y to y + 1; of a 1D array, from layer to layer
  unsigned long slice_pitch;         ///< bytes from z to z + 1
  unsigned width;                    ///< texels, at least 1
  unsigned height;                   ///< of a 1D array, its layers; 1 if there is no such dimension
  unsigned depth;                    ///< of a 2D array, its layers; 1 likewise
  unsigned order;                    ///< libimg::Order
  unsigned type;                     ///< libimg::Type
  unsigned texel_size;               ///< bytes: 1, 2, 4, 8, 16; 3 and 5 are `bytes_together`
  unsigned levels;                   ///< of a mipmap, at least 1; the descriptors of the smaller
                                     ///< ones stand behind this one
  unsigned unused;
  unsigned long texture; ///< what the target's hardware filters texels by (__mux_has_textures), of
                         ///< an image of two dimensions; 0: it does not
  unsigned long texels;  ///< what it reads single texels by; likewise
};

/// A mipmap has no more levels: widths are below 2^16.
inline constexpr unsigned max_levels = 16;

/// An image's size in one dimension at a mip level.
constexpr unsigned long size_at(unsigned long size, unsigned level) {
  return size >> level != 0 ? size >> level : 1;
}

#if !defined(__OPENCL_CPP_VERSION__)
static_assert(offsetof(Descriptor, data) == 0 && offsetof(Descriptor, row_pitch) == 8 &&
              offsetof(Descriptor, slice_pitch) == 16 && offsetof(Descriptor, width) == 24 &&
              offsetof(Descriptor, height) == 28 && offsetof(Descriptor, depth) == 32 &&
              offsetof(Descriptor, order) == 36 && offsetof(Descriptor, type) == 40 &&
              offsetof(Descriptor, texel_size) == 44 && offsetof(Descriptor, levels) == 48 &&
              offsetof(Descriptor, texture) == 56 && offsetof(Descriptor, texels) == 64 &&
              sizeof(Descriptor) == 72);
#endif

/// A sampler is one of each, or-ed.
enum SamplerBits : unsigned {
  sampler_normalized = 1,
  sampler_none = 0,
  sampler_clamp_to_edge = 2,
  sampler_clamp = 4,
  sampler_repeat = 6,
  sampler_mirrored_repeat = 8,
  sampler_addressing = 14, ///< mask of the five above
  sampler_nearest = 0x10,
  sampler_linear = 0x20,
  sampler_linear_levels = 0x40, ///< of two levels of a mipmap
  // The least level of detail, in 1/256, and 4095 minus the largest, where 4095 means no limit.
  // Both are zero in samplers that programs write.
  sampler_min_shift = 8,
  sampler_max_shift = 20,
  sampler_level_mask = 0xfff,
};

/// The word of a sampler. `addressing` counts the modes above from 0 (none) to 4 (mirrored repeat).
constexpr unsigned sampler_word(unsigned addressing, bool linear, bool normalized) {
  return addressing * 2 | (linear ? sampler_linear : sampler_nearest) |
         (normalized ? sampler_normalized : 0u);
}

/// A level of detail in 1/256, from 0 to 4095 of them; NaN is 0.
constexpr unsigned sampler_level(float level) {
  const float scaled = level * 256.0f + 0.5f;
  return !(scaled >= 1.0f) ? 0u : scaled < 4095.0f ? unsigned(scaled) : 4095u;
}

/// The bits for a sampler's word that say how levels of mipmaps are chosen.
constexpr unsigned sampler_levels(bool linear, float min_level, float max_level) {
  return (linear ? sampler_linear_levels : 0u) | sampler_level(min_level) << sampler_min_shift |
         (sampler_level_mask - sampler_level(max_level)) << sampler_max_shift;
}

} // namespace libimg

#endif
