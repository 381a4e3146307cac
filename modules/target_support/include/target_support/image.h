// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of targets whose kernels read and write them by libimg's functions: shapes, layouts in
// linear memory, descriptors.
#ifndef TARGET_SUPPORT_IMAGE_H
#define TARGET_SUPPORT_IMAGE_H

#include "libimg/descriptor.h"
#include "mux/mux.h"

#include <cstddef>
#include <optional>

namespace target_support {

/// Limits on images, in texels.
inline constexpr uint32_t max_image_dimension_1d = 1U << 27;
inline constexpr uint32_t max_image_dimension_2d = 32768;
inline constexpr uint32_t max_image_dimension_3d = 8192;
inline constexpr uint32_t max_image_array_layers = 8192;

/// `info` with its layout filled in; nothing if there are no such images.
[[nodiscard]] std::optional<mux_image_info_t> complete(const mux_image_info_t& info);

/// As muxGetImageFormats.
[[nodiscard]] mux_result_t get_formats(uint64_t capacity, mux_image_format_t* out_formats,
                                       uint64_t* out_length);

/// An image and the descriptors that kernels read. Addresses in them are the device's.
struct Image : mux_image_s {
  /// `given` is of complete().
  explicit Image(const mux_image_info_t& given);

  /// The image's extent as commands count it: layers stand in the dimension after its own.
  [[nodiscard]] mux_extent_3d_t extent() const {
    return {descriptor.width, descriptor.height, descriptor.depth};
  }
  /// Bytes of a row's first `texels`.
  [[nodiscard]] uint64_t bytes_of(uint64_t texels) const;
  /// Whether a box is inside, and has no texel that shares bytes with one outside of it.
  [[nodiscard]] bool contains(const mux_extent_3d_t& begin, const mux_extent_3d_t& size) const;
  /// The distances in bytes from y to y + 1 and from z to z + 1.
  [[nodiscard]] mux_buffer_layout_t steps() const {
    return {descriptor.row_pitch, descriptor.slice_pitch};
  }
  [[nodiscard]] bool is_1d_array() const {
    return info.type == mux_image_type_1d && info.array_layers != 0;
  }
  /// On the device.
  [[nodiscard]] std::byte* data() const { return reinterpret_cast<std::byte*>(descriptor.data); }

  void bind(mux_memory_t to, uint64_t given_offset);

  /// The info of a level as an image of its own, and where it begins in the memory that is bound.
  [[nodiscard]] mux_image_info_t info_of(uint32_t level) const;
  [[nodiscard]] uint64_t offset_of(uint32_t level) const;

  /// A descriptor for each level; kernels get the address of the first, or of a copy.
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

} // namespace target_support

#endif
