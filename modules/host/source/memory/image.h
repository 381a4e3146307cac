// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_MEMORY_IMAGE_H
#define HOST_MEMORY_IMAGE_H

#include "libimg/descriptor.h"
#include "object.h"

#include <cstddef>

namespace host {

/// Limits on images, in texels.
inline constexpr uint32_t max_image_dimension_1d = 1U << 27;
inline constexpr uint32_t max_image_dimension_2d = 32768;
inline constexpr uint32_t max_image_dimension_3d = 8192;
inline constexpr uint32_t max_image_array_layers = 8192;

/// An image and the descriptor whose address kernels get.
struct Image : mux_image_s {
  /// `given` with its layout filled in.
  explicit Image(const mux_image_info_t& given);

  /// The image's extent as commands count it: layers stand in the dimension after its own.
  [[nodiscard]] mux_extent_3d_t extent() const {
    return {descriptor.width, descriptor.height, descriptor.depth};
  }
  /// Bytes of a row's first `texels`.
  [[nodiscard]] uint64_t bytes_of(uint64_t texels) const;
  /// Whether a box is inside, and has no texel that shares bytes with one outside of it.
  [[nodiscard]] bool contains(const mux_extent_3d_t& begin, const mux_extent_3d_t& size) const;
  /// How commands step through it: from y to y + 1, from z to z + 1.
  [[nodiscard]] mux_buffer_layout_t steps() const {
    return {descriptor.row_pitch, descriptor.slice_pitch};
  }
  [[nodiscard]] bool is_1d_array() const {
    return info.type == mux_image_type_1d && info.array_layers != 0;
  }
  [[nodiscard]] std::byte* data() const { return reinterpret_cast<std::byte*>(descriptor.data); }

  void bind(mux_memory_t to, uint64_t given_offset);

  /// Of each level; kernels get the address of the first.
  libimg::Descriptor levels[libimg::max_levels] = {};
  libimg::Descriptor& descriptor = levels[0];
};

struct Sampler : mux_sampler_s {
  explicit Sampler(const mux_sampler_info_t& given);
};

/// libimg's codes of a format.
[[nodiscard]] constexpr unsigned order_code(mux_image_channel_order_e order) {
  return 0x10B0 + unsigned(order) - unsigned(mux_image_channel_order_r);
}
[[nodiscard]] constexpr unsigned type_code(mux_image_channel_type_e type) {
  return 0x10D0 + unsigned(type) - unsigned(mux_image_channel_type_snorm_int8);
}

} // namespace host

#endif
