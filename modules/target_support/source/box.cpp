// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target_support/box.h"

namespace target_support {
namespace {

/// One past the last byte that a box of texels takes in memory with a layout; false if that cannot
/// be counted.
bool end_of(const Image& image, const mux_extent_3d_t& extent, const Side& side, uint64_t offset,
            uint64_t& end) {
  uint64_t rows = 0, slices = 0;
  return !__builtin_mul_overflow(extent.y - 1, side.layout.row_pitch, &rows) &&
         !__builtin_mul_overflow(extent.z - 1, side.layout.slice_pitch, &slices) &&
         !__builtin_add_overflow(offset, image.bytes_of(extent.x), &end) &&
         !__builtin_add_overflow(end, rows, &end) && !__builtin_add_overflow(end, slices, &end);
}

} // namespace

Side side_of(const Image& image, const mux_extent_3d_t& offset) {
  return {image.data(), {image.bytes_of(offset.x), offset.y, offset.z}, image.steps()};
}

Side side_of(const Image& image, void* data, const mux_buffer_layout_t& layout) {
  const uint64_t row_pitch = image.is_1d_array() ? layout.slice_pitch : layout.row_pitch;
  return {static_cast<std::byte*>(data), {}, {row_pitch, layout.slice_pitch}};
}

mux_buffer_region_t region_of(const Image& image, const mux_extent_3d_t& extent, const Side& from,
                              const Side& to) {
  return {{image.bytes_of(extent.x), extent.y, extent.z},
          from.origin,
          to.origin,
          from.layout,
          to.layout};
}

bool is_usable(const Image& image, const mux_extent_3d_t& offset, const mux_extent_3d_t& extent) {
  return image.memory != nullptr && image.contains(offset, extent);
}

bool fits(const Image& image, const mux_extent_3d_t& extent, const Side& side, uint64_t offset,
          const mux_buffer_s& buffer) {
  uint64_t end = offset;
  return buffer.memory != nullptr &&
         (is_empty(extent) || end_of(image, extent, side, offset, end)) && end <= buffer.size;
}

bool have_same_format(const Image& one, const Image& other) {
  return one.descriptor.order == other.descriptor.order &&
         one.descriptor.type == other.descriptor.type;
}

} // namespace target_support
