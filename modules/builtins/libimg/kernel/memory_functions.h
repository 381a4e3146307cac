// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions between coordinates and formats (texel.cl).
#ifndef LIBIMG_MEMORY_FUNCTIONS_H
#define LIBIMG_MEMORY_FUNCTIONS_H

#include "texel.h"

extern "C" {
img::float4 __lanewise_color_float(img::Image image, img::uint4 bits);
img::int4 __lanewise_color_int(img::Image image, img::uint4 bits);
img::uint4 __lanewise_color_uint(img::Image image, img::uint4 bits);
void __lanewise_put_float(img::Image image, img::Bytes place, img::float4 color);
void __lanewise_put_int(img::Image image, img::Bytes place, img::int4 color);
void __lanewise_put_uint(img::Image image, img::Bytes place, img::uint4 color);
}

namespace img {

template <class T> vec<T, 4> color_of(Image image, uint4 bits) {
  if constexpr (is_same<T, float>) {
    return __lanewise_color_float(image, bits);
  } else if constexpr (is_same<T, int>) {
    return __lanewise_color_int(image, bits);
  } else {
    return __lanewise_color_uint(image, bits);
  }
}

inline void put(Image image, Bytes place, float4 color) {
  __lanewise_put_float(image, place, color);
}
inline void put(Image image, Bytes place, int4 color) { __lanewise_put_int(image, place, color); }
inline void put(Image image, Bytes place, uint4 color) { __lanewise_put_uint(image, place, color); }

} // namespace img

#endif
