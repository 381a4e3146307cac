// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 4.7.3.1 and 4.7.8: what images hold, and how they are sampled.
#ifndef SYCL_IMAGE_IMAGE_SAMPLER_HPP
#define SYCL_IMAGE_IMAGE_SAMPLER_HPP

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace lw1 {

/// The names are those of the specification.
enum class image_format : unsigned {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm,
};

/// The repeating modes are for normalized coordinates; with others, reads outside give any texel of
/// the image.
enum class addressing_mode : unsigned { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class filtering_mode : unsigned { nearest, linear };
enum class coordinate_normalization_mode : unsigned { normalized, unnormalized };

struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
};

} // namespace lw1
} // namespace sycl

#endif
