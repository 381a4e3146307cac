// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colors as texels on the host (OpenCL 1.2, sections 5.3.1 and 8.3). Thread safe.
#ifndef LIBIMG_COLOR_H
#define LIBIMG_COLOR_H

#include "libimg/format.h"

#include <array>
#include <cstddef>

namespace libimg {

inline constexpr size_t max_texel_size = 16;

/// The bytes of a texel, bytes_together(order, type) of them for as many as share bytes, that come
/// nearest to `color`: four floats, or for integer formats four 32-bit integers, red, green, blue
/// and alpha. Requires: is_format. A depth format takes one float.
[[nodiscard]] std::array<std::byte, max_texel_size> pack_color(unsigned order, unsigned type,
                                                               const void* color);

} // namespace libimg

#endif
