// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/region.h"

#include <cstdint>

namespace cl {
namespace {

/// a * b + c, or false if that cannot be counted.
bool multiply_add(uint64_t a, uint64_t b, uint64_t c, uint64_t& result) {
  return !__builtin_mul_overflow(a, b, &result) && !__builtin_add_overflow(result, c, &result);
}

bool make_layout(const size_t* size, const Side& side, mux_buffer_layout_t& layout) {
  layout.row_pitch = side.row_pitch ? side.row_pitch : size[0];
  uint64_t rows = 0;
  if (!multiply_add(size[1], layout.row_pitch, 0, rows)) {
    return false;
  }
  layout.slice_pitch = side.slice_pitch ? side.slice_pitch : rows;
  const bool row_multiple = side.slice_pitch == 0 || side.slice_pitch % layout.row_pitch == 0;
  return layout.row_pitch >= size[0] && layout.slice_pitch >= rows && row_multiple;
}

bool countable(const mux_extent_3d_t& origin, const mux_extent_3d_t& size,
               const mux_buffer_layout_t& layout) {
  uint64_t x = 0;
  uint64_t y = 0;
  uint64_t z = 0;
  uint64_t end = 0;
  return !__builtin_add_overflow(origin.x, size.x, &x) &&
         !__builtin_add_overflow(origin.y, size.y, &y) &&
         !__builtin_add_overflow(origin.z, size.z, &z) &&
         multiply_add(y, layout.row_pitch, x, end) && multiply_add(z, layout.slice_pitch, end, end);
}

Extent extent(const mux_extent_3d_t& origin, const mux_extent_3d_t& size,
              const mux_buffer_layout_t& layout) {
  const uint64_t begin = origin.x + origin.y * layout.row_pitch + origin.z * layout.slice_pitch;
  return {begin,
          begin + size.x + (size.y - 1) * layout.row_pitch + (size.z - 1) * layout.slice_pitch};
}

/// Calls `hit(remainder)` for the two multiples of `step` nearest to `distance` with fewer than
/// `count` steps; true if one call says so.
template <typename Hit> bool near_multiple(int64_t distance, int64_t step, int64_t count, Hit hit) {
  int64_t steps = distance / step;
  if (distance % step < 0) {
    --steps;
  }
  for (const int64_t candidate : {steps, steps + 1}) {
    if (candidate > -count && candidate < count && hit(distance - candidate * step)) {
      return true;
    }
  }
  return false;
}

} // namespace

expected<mux_buffer_region_t> make_region(const size_t* size, const Side& source,
                                          const Side& destination) {
  if (!size || !source.origin || !destination.origin || !size[0] || !size[1] || !size[2]) {
    return fail(CL_INVALID_VALUE);
  }
  mux_buffer_region_t region = {};
  region.size = {size[0], size[1], size[2]};
  region.source_origin = {source.origin[0], source.origin[1], source.origin[2]};
  region.destination_origin = {destination.origin[0], destination.origin[1], destination.origin[2]};
  const bool valid = make_layout(size, source, region.source_layout) &&
                     make_layout(size, destination, region.destination_layout) &&
                     countable(region.source_origin, region.size, region.source_layout) &&
                     countable(region.destination_origin, region.size, region.destination_layout);
  if (!valid) {
    return fail(CL_INVALID_VALUE);
  }
  return region;
}

Extent source_extent(const mux_buffer_region_t& region) {
  return extent(region.source_origin, region.size, region.source_layout);
}

Extent destination_extent(const mux_buffer_region_t& region) {
  return extent(region.destination_origin, region.size, region.destination_layout);
}

bool overlaps(const mux_buffer_region_t& region, uint64_t source_base, uint64_t destination_base) {
  const Extent source = source_extent(region);
  const Extent destination = destination_extent(region);
  const uint64_t source_begin = source_base + source.begin;
  const uint64_t destination_begin = destination_base + destination.begin;
  if (source_begin >= destination_base + destination.end ||
      destination_begin >= source_base + source.end) {
    return false;
  }
  const auto& layout = region.source_layout;
  if (layout.row_pitch != region.destination_layout.row_pitch ||
      layout.slice_pitch != region.destination_layout.slice_pitch) {
    return true;
  }
  // With one layout, two bytes coincide if the distance of the boxes is a difference of two
  // positions in the box: |x| < size.x and so on. Rows and slices do not overlap, so that only the
  // multiples next to the distance come into question.
  const auto size = region.size;
  const auto distance = static_cast<int64_t>(destination_begin - source_begin);
  return near_multiple(distance, int64_t(layout.slice_pitch), int64_t(size.z), [&](int64_t plane) {
    return near_multiple(plane, int64_t(layout.row_pitch), int64_t(size.y),
                         [&](int64_t x) { return x > -int64_t(size.x) && x < int64_t(size.x); });
  });
}

} // namespace cl
