// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel gets for an image: the address of a descriptor, which does not change while the
// kernel runs. A sampler is a word (OpenCL C's CLK_ constants, as Clang numbers them).
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
  unsigned texel_size;               ///< bytes: 1, 2, 4, 8 or 16
};

#if !defined(__OPENCL_CPP_VERSION__)
static_assert(offsetof(Descriptor, data) == 0 && offsetof(Descriptor, row_pitch) == 8 &&
              offsetof(Descriptor, slice_pitch) == 16 && offsetof(Descriptor, width) == 24 &&
              offsetof(Descriptor, height) == 28 && offsetof(Descriptor, depth) == 32 &&
              offsetof(Descriptor, order) == 36 && offsetof(Descriptor, type) == 40 &&
              offsetof(Descriptor, texel_size) == 44 && sizeof(Descriptor) == 48);
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
};

/// The word of a sampler. `addressing` counts the modes above from 0 (none) to 4 (mirrored repeat).
constexpr unsigned sampler_word(unsigned addressing, bool linear, bool normalized) {
  return addressing * 2 | (linear ? sampler_linear : sampler_nearest) |
         (normalized ? sampler_normalized : 0u);
}

} // namespace libimg

#endif
