// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes of bytes, as the Rect entry points describe them, checked and made mux's.
#ifndef CL_MEMORY_REGION_H
#define CL_MEMORY_REGION_H

#include "memory/buffer.h"

namespace cl {

/// One side of a rectangular transfer as the API gives it; a pitch of 0 means "densely packed".
struct Side {
  const size_t* origin; ///< bytes, rows, slices
  size_t row_pitch;
  size_t slice_pitch;
};

/// The transfer, or CL_INVALID_VALUE: a null array, an empty region, pitches too small, or a size
/// that overflows.
expected<mux_buffer_region_t> make_region(const size_t* size, const Side& source,
                                          const Side& destination);

/// First byte, and one past the last byte, of a side of a checked region.
struct Extent {
  uint64_t begin, end;
};
Extent source_extent(const mux_buffer_region_t& region);
Extent destination_extent(const mux_buffer_region_t& region);

/// True if the two sides, which lie in one memory, the source moved by `source_base` bytes and the
/// destination by `destination_base`, have a byte in common. Pitches may differ; then it is enough
/// that the extents meet.
bool overlaps(const mux_buffer_region_t& region, uint64_t source_base, uint64_t destination_base);

} // namespace cl

#endif
