// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texels in memory and the colours that they stand for (OpenCL 3.0, section 8.3), on the host.
#ifndef SYCL_RUNTIME_MEMORY_TEXELS_H
#define SYCL_RUNTIME_MEMORY_TEXELS_H

#include "memory/image.h"

#include <array>
#include <cstdint>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Red, green, blue and alpha. T is float, or int32_t for formats of whole numbers, whose bits it
/// has if they are unsigned; for others the colour is unspecified.
template <typename T> using colour = std::array<T, 4>;
using place = std::array<int, 3>;

/// Whether a place is inside of the image.
bool has_texel(const image_impl& image, const place& at);
/// Places outside are those of the nearest texel.
template <typename T> colour<T> load(const image_impl& image, const place& at);
/// Rounds to the nearest, ties to even, and saturates. The place is inside.
template <typename T> void store(const image_impl& image, const place& at, const colour<T>& given);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
