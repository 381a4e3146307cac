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

float log2(float x); // of the library

namespace img {

inline int4 size_of(Image image) {
  return int4{int(image->width), int(image->height), int(image->depth), 1};
}

/// The descriptor of a level of a mipmap, or of the nearest that there is.
inline Image level_of(Image image, int level) {
  return image + clamp(level, 0, int(image->levels) - 1);
}

/// The address of a texel inside the image. Coordinates are extended as signed numbers: then the
/// address is linear in the work-item if they are.
inline Bytes place_of(Image image, Image level, int4 at) {
  return level->data +
         (long(at[2]) * long(level->slice_pitch) + long(at[1]) * long(level->row_pitch) +
          long(at[0]) * long(image->texel_size));
}

/// Whether something that `holds(order)` says is so of the image's order.
template <class F> bool is_of_order(Image image, F holds) {
  uint set = 0; // folded: a bit for each order
  for (uint i = 0; i <= last_order - order_r; ++i) {
    set |= uint(holds(order_of(order_r + i))) << i;
  }
  return (set >> ((image->order - order_r) & 31)) & 1;
}

template <class T> vec<T, 4> border(Image image) {
  const bool is_opaque =
      is_of_order(image, [](const ChannelOrder& order) { return order.border_alpha != 0; });
  return vec<T, 4>{T(0), T(0), T(0), T(is_opaque)};
}

/// Whether nothing is written to an image while the kernel runs.
enum class Texels { written, fixed };
/// Whether an image may be a texture of the target's.
template <int Dims, bool Array, Texels Given>
inline constexpr bool may_have_texture = Dims == 2 && !Array && Given == Texels::fixed;

/// The color that the target's hardware has made of a texel: the channels in memory order, zeros
/// for those that are not there. Images of other orders are no textures.
template <class T> vec<T, 4> ordered(Image image, vec<T, 4> channels) {
  const bool swapped = image->order == order_bgra;
  const bool has_alpha =
      is_of_order(image, [](const ChannelOrder& order) { return order.source[3] != source_one; });
  return vec<T, 4>{swapped ? channels[2] : channels[0], channels[1],
                   swapped ? channels[0] : channels[2], has_alpha ? channels[3] : T(1)};
}

template <class T> vec<T, 4> read_texture(Image image, int x, int y) {
  if constexpr (is_same<T, float>) {
    return ordered<T>(image, __mux_read_texel_float(image->texels, x, y));
  } else {
    return ordered<T>(image, as<vec<T, 4>>(__mux_read_texel_int(image->texels, x, y)));
  }
}

/// The texel at a place inside a level.
template <class T, bool Texture> vec<T, 4> inner_texel(Image image, Image level, int4 at) {
  if constexpr (Texture) {
    if (__mux_has_textures() && level->texels != 0) {
      return read_texture<T>(level, at[0], at[1]);
    }
  }
  const int x = at[0];
  at[0] = 0;
  return color_of<T>(image, load_bits(image, place_of(image, level, at), x));
}

/// The texel at `at` of a level, or what stands for it. The level may differ from work-item to
/// work-item; what all levels have in common is the image's.
template <class T, int Dims, bool Texture>
vec<T, 4> texel(Image image, Image level, uint sampler, int4 at) {
  const int4 size = size_of(level);
  int4 inside = at;
  bool outside = false;
  for (int i = 0; i < Dims; ++i) {
    inside[i] = clamp(at[i], 0, size[i] - 1);
    outside |= inside[i] != at[i];
  }
  const vec<T, 4> color = inner_texel<T, Texture>(image, level, inside);
  if ((sampler & sampler_addressing) == sampler_clamp) {
    const vec<T, 4> other = border<T>(image);
    return outside ? other : color;
  }
  return color;
}

template <int Dims, bool Array, class C> int4 nearest_texel(Image level, uint sampler, C c) {
  const int4 size = size_of(level);
  int4 at = int4(0);
  for (int i = 0; i < Dims; ++i) {
    at[i] = nearest(get(c, i), size[i], sampler);
  }
  if (Array) {
    at[Dims] = layer(get(c, Dims), size[Dims]);
  }
  return at;
}

template <int Dims, bool Array, class C>
float4 linear(Image image, Image level, uint sampler, C c) {
  constexpr bool texture = may_have_texture<Dims, Array, Texels::fixed>;
  const int4 size = size_of(level);
  if constexpr (texture) {
    const uint addressing = sampler & sampler_addressing;
    const bool ends_with_edge = addressing == sampler_none || addressing == sampler_clamp_to_edge;
    if (__mux_has_textures() && level->texture != 0 && ends_with_edge) {
      return ordered<float>(level,
                            __mux_filter_texels(level->texture, texels(get(c, 0), size[0], sampler),
                                                texels(get(c, 1), size[1], sampler)));
    }
  }
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
    const float4 color = texel<float, Dims, texture>(image, level, sampler, at);
    sum = __mux_has_fma() ? __builtin_elementwise_fma(float4(share), color, sum)
                          : sum + share * color;
  }
  return sum;
}

template <class T, int Dims, bool Array, class C>
vec<T, 4> sample_level(Image image, Image level, uint sampler, C c) {
  if constexpr (is_same<T, float> && is_same<element_of<C>, float>) {
    if (sampler & sampler_linear) {
      return linear<Dims, Array>(image, level, sampler, c);
    }
  }
  // Images that are written have no sampler.
  return texel<T, Dims, may_have_texture<Dims, Array, Texels::fixed>>(
      image, level, sampler, nearest_texel<Dims, Array>(level, sampler, c));
}

/// read_image with a sampler.
template <class T, int Dims, bool Array, class C> vec<T, 4> sample(Image image, uint sampler, C c) {
  return sample_level<T, Dims, Array>(image, image, sampler, c);
}

/// read_image with a level of detail: of the nearest level, or a mixture of two.
template <class T, int Dims, bool Array, class C>
vec<T, 4> sample_lod(Image image, uint sampler, C c, float lod) {
  const float least = float(sampler >> sampler_min_shift & sampler_level_mask) / 256.0f;
  const uint below = sampler >> sampler_max_shift & sampler_level_mask;
  const float last = float(int(image->levels) - 1);
  const float most = below == 0 ? last : float(sampler_level_mask - below) / 256.0f;
  lod = lod > least ? lod : least; // also for NaN
  lod = lod < most ? lod : most;
  lod = lod < last ? lod : last;
  if constexpr (is_same<T, float>) {
    if (sampler & sampler_linear_levels) {
      const float first = floor(lod), share = lod - first;
      const float4 near =
          sample_level<T, Dims, Array>(image, level_of(image, int(first)), sampler, c);
      const float4 far =
          sample_level<T, Dims, Array>(image, level_of(image, int(first) + 1), sampler, c);
      return (1.0f - share) * near + share * far;
    }
  }
  // Halfway between two levels it is the larger image.
  const int nearest = int(__builtin_elementwise_ceil(lod + 0.5f)) - 1;
  return sample_level<T, Dims, Array>(image, level_of(image, nearest), sampler, c);
}

/// The logarithm of how many texels of the image lie between neighbours.
template <int Dims, class G> float lod_of(Image image, uint sampler, G across, G down) {
  const int4 size = size_of(image);
  float x = 0, y = 0;
  for (int i = 0; i < Dims; ++i) {
    const float scale = sampler & sampler_normalized ? float(size[i]) : 1.0f;
    x += get(across, i) * scale * (get(across, i) * scale);
    y += get(down, i) * scale * (get(down, i) * scale);
  }
  return 0.5f * log2(__builtin_elementwise_max(x, y));
}

/// read_image with gradients.
template <class T, int Dims, bool Array, class C, class G>
vec<T, 4> sample_gradients(Image image, uint sampler, C c, G across, G down) {
  return sample_lod<T, Dims, Array>(image, sampler, c, lod_of<Dims>(image, sampler, across, down));
}

/// read_image without one.
template <class T, int Dims, bool Array, Texels Given, class C> vec<T, 4> read(Image image, C c) {
  const uint sampler = sampler_none | sampler_nearest;
  return texel<T, Dims, may_have_texture<Dims, Array, Given>>(
      image, image, sampler, nearest_texel<Dims, Array>(image, sampler, c));
}

template <class T, int Dims, bool Array, class C>
void write_level(Image image, Image level, C c, vec<T, 4> color) {
  const int4 size = size_of(level);
  int4 at = int4(0);
  bool inside = true;
  for (int i = 0; i < Dims + Array; ++i) {
    at[i] = get(c, i);
    inside &= uint(at[i]) < uint(size[i]);
  }
  if (inside) {
    put(image, place_of(image, level, at), color);
  }
}

template <class T, int Dims, bool Array, class C> void write(Image image, C c, vec<T, 4> color) {
  write_level<T, Dims, Array>(image, image, c, color);
}

/// write_image with a level. One that there is not has no texels inside.
template <class T, int Dims, bool Array, class C>
void write_lod(Image image, C c, int lod, vec<T, 4> color) {
  if (uint(lod) < image->levels) {
    write_level<T, Dims, Array>(image, level_of(image, lod), c, color);
  }
}

} // namespace img

#endif
