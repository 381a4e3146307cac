// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions between coordinates and formats (texel.cl).
#ifndef LIBIMG_MEMORY_FUNCTIONS_H
#define LIBIMG_MEMORY_FUNCTIONS_H

#include "texel.h"

extern "C" {
img::float4 __lanewise_fetch_float(img::Image image, img::Bytes place);
img::int4 __lanewise_fetch_int(img::Image image, img::Bytes place);
img::uint4 __lanewise_fetch_uint(img::Image image, img::Bytes place);
void __lanewise_put_float(img::Image image, img::Bytes place, img::float4 color);
void __lanewise_put_int(img::Image image, img::Bytes place, img::int4 color);
void __lanewise_put_uint(img::Image image, img::Bytes place, img::uint4 color);
}

namespace img {

template <class T> vec<T, 4> fetch(Image image, Bytes place) {
  if constexpr (is_same<T, float>) {
    return __lanewise_fetch_float(image, place);
  } else if constexpr (is_same<T, int>) {
    return __lanewise_fetch_int(image, place);
  } else {
    return __lanewise_fetch_uint(image, place);
  }
}

inline void put(Image image, Bytes place, float4 color) {
  __lanewise_put_float(image, place, color);
}
inline void put(Image image, Bytes place, int4 color) { __lanewise_put_int(image, place, color); }
inline void put(Image image, Bytes place, uint4 color) { __lanewise_put_uint(image, place, color); }

} // namespace img

#endif
