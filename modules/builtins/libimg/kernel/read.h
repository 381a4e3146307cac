// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and writing images (OpenCL C 6.12.14). Dims: coordinates that are sampled; with Array,
// one more is the layer. T is float, int or uint. C holds coordinates, of int or float. Nothing
// outside of the image is touched, whatever the coordinates.
#ifndef LIBIMG_READ_H
#define LIBIMG_READ_H

#include "coordinates.h"
#include "memory_functions.h"

namespace img {

inline int4 size_of(Image image) {
  return int4{int(image->width), int(image->height), int(image->depth), 1};
}

/// Where a texel is that lies inside. Coordinates are extended as signed numbers: then the address
/// is linear in the work-item if they are.
inline Bytes place_of(Image image, int4 at) {
  return image->data +
         (long(at[2]) * long(image->slice_pitch) + long(at[1]) * long(image->row_pitch) +
          long(at[0]) * long(image->texel_size));
}

/// Bit n is set if the n-th order's border is opaque.
constexpr uint opaque_borders() {
  uint set = 0;
  for (uint i = 0; i <= last_order - order_r; ++i) {
    set |= uint(order_of(order_r + i).border_alpha) << i;
  }
  return set;
}

template <class T> vec<T, 4> border(Image image) {
  constexpr uint opaque = opaque_borders();
  return vec<T, 4>{T(0), T(0), T(0), T((opaque >> ((image->order - order_r) & 31)) & 1)};
}

/// The texel at `at`, or what stands for it.
template <class T, int Dims> vec<T, 4> texel(Image image, uint sampler, int4 at) {
  const int4 size = size_of(image);
  int4 row = at;
  bool outside = false;
  for (int i = 0; i < Dims; ++i) {
    row[i] = clamp(at[i], 0, size[i] - 1);
    outside |= row[i] != at[i];
  }
  const int x = row[0];
  row[0] = 0;
  const vec<T, 4> color = color_of<T>(image, load_bits(image, place_of(image, row), x));
  if ((sampler & sampler_addressing) == sampler_clamp) {
    const vec<T, 4> other = border<T>(image);
    return outside ? other : color;
  }
  return color;
}

template <int Dims, bool Array, class C> int4 nearest_texel(Image image, uint sampler, C c) {
  const int4 size = size_of(image);
  int4 at = int4(0);
  for (int i = 0; i < Dims; ++i) {
    at[i] = nearest(get(c, i), size[i], sampler);
  }
  if (Array) {
    at[Dims] = layer(get(c, Dims), size[Dims]);
  }
  return at;
}

template <int Dims, bool Array, class C> float4 linear(Image image, uint sampler, C c) {
  const int4 size = size_of(image);
  int4 first = int4(0), second = int4(0);
  float4 weight = float4(0.0f);
  for (int i = 0; i < Dims; ++i) {
    const Pair pair = neighbours(get(c, i), size[i], sampler);
    first[i] = pair.first;
    second[i] = pair.second;
    weight[i] = pair.weight;
  }
  if (Array) {
    first[Dims] = second[Dims] = layer(get(c, Dims), size[Dims]);
  }
  float4 sum = float4(0.0f);
  // One copy of what reads a texel: of an unknown format it is long.
#pragma clang loop unroll(disable)
  for (int corner = 0; corner < 1 << Dims; ++corner) {
    int4 at = first;
    float share = 1.0f;
    for (int i = 0; i < Dims; ++i) {
      const bool is_second = (corner >> i) & 1;
      at[i] = is_second ? second[i] : first[i];
      share *= is_second ? weight[i] : 1.0f - weight[i];
    }
    sum += share * texel<float, Dims>(image, sampler, at);
  }
  return sum;
}

/// read_image with a sampler.
template <class T, int Dims, bool Array, class C> vec<T, 4> sample(Image image, uint sampler, C c) {
  if constexpr (is_same<T, float> && is_same<element_of<C>, float>) {
    if (sampler & sampler_linear) {
      return linear<Dims, Array>(image, sampler, c);
    }
  }
  return texel<T, Dims>(image, sampler, nearest_texel<Dims, Array>(image, sampler, c));
}

/// read_image without one.
template <class T, int Dims, bool Array, class C> vec<T, 4> read(Image image, C c) {
  const uint sampler = sampler_none | sampler_nearest;
  return texel<T, Dims>(image, sampler, nearest_texel<Dims, Array>(image, sampler, c));
}

template <class T, int Dims, bool Array, class C> void write(Image image, C c, vec<T, 4> color) {
  const int4 size = size_of(image);
  int4 at = int4(0);
  bool inside = true;
  for (int i = 0; i < Dims + Array; ++i) {
    at[i] = get(c, i);
    inside &= uint(at[i]) < uint(size[i]);
  }
  if (inside) {
    put(image, place_of(image, at), color);
  }
}

} // namespace img

#endif
