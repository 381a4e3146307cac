// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands on images as copies of boxes of bytes, as those on buffers are.
#ifndef TARGET_SUPPORT_BOX_H
#define TARGET_SUPPORT_BOX_H

#include "target_support/image.h"

namespace target_support {

/// One side of a copy.
struct Side {
  std::byte* data;
  mux_extent_3d_t origin; ///< bytes, y, z
  mux_buffer_layout_t layout;
};

[[nodiscard]] Side side_of(const Image& image, const mux_extent_3d_t& offset);
/// Memory beside an image: the layers of a 1D array are a slice's pitch apart in both.
[[nodiscard]] Side side_of(const Image& image, void* data, const mux_buffer_layout_t& layout);

/// The region of a copy of `extent` texels of an image, not empty, between the two sides.
[[nodiscard]] mux_buffer_region_t region_of(const Image& image, const mux_extent_3d_t& extent,
                                            const Side& from, const Side& to);

/// Whether the image has memory and the box is in it.
[[nodiscard]] bool is_usable(const Image& image, const mux_extent_3d_t& offset,
                             const mux_extent_3d_t& extent);
/// Whether `extent` texels of the image have room in a buffer, from `offset` on.
[[nodiscard]] bool fits(const Image& image, const mux_extent_3d_t& extent, const Side& side,
                        uint64_t offset, const mux_buffer_s& buffer);
/// Whether texels of one are texels of the other.
[[nodiscard]] bool have_same_format(const Image& one, const Image& other);

[[nodiscard]] inline bool is_empty(const mux_extent_3d_t& extent) {
  return extent.x == 0 || extent.y == 0 || extent.z == 0;
}

} // namespace target_support

#endif
