// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texels of any format. Functions of their own, because scalar code of an unknown format should not
// repeat them; vectorised and specialised code has them inside.
#include "memory_functions.h"

using namespace img;

namespace {

template <class T> vec<T, 4> color_any(Image image, uint4 bits) {
  return arrange<T>(image, Types<T>::decode(image, bits));
}

template <class T> void put_any(Image image, Bytes place, vec<T, 4> color) {
  store_bits(image, place, Types<T>::encode(image, disarrange<T>(image, color)));
}

} // namespace

float4 __lanewise_color_float(Image image, uint4 bits) {
  return is_srgb(image->order) ? arrange<float>(image, decode_srgb(bits))
                               : color_any<float>(image, bits);
}
int4 __lanewise_color_int(Image image, uint4 bits) { return color_any<int>(image, bits); }
uint4 __lanewise_color_uint(Image image, uint4 bits) { return color_any<uint>(image, bits); }

void __lanewise_put_float(Image image, Bytes place, float4 color) {
  if (is_srgb(image->order)) {
    return store_bits(image, place, encode_srgb(disarrange<float>(image, color)));
  }
  put_any<float>(image, place, color);
}
void __lanewise_put_int(Image image, Bytes place, int4 color) { put_any<int>(image, place, color); }
void __lanewise_put_uint(Image image, Bytes place, uint4 color) {
  put_any<uint>(image, place, color);
}
