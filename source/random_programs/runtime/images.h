// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of two dimensions and four channels, read with nearest samplers (section 8.2 of the OpenCL
// C specification).
#ifndef RANDOM_PROGRAMS_IMAGES_H
#define RANDOM_PROGRAMS_IMAGES_H

#include "built_ins.h"

namespace rt {

enum Mode { NONE, CLAMP_TO_EDGE, CLAMP, REPEAT, MIRRORED_REPEAT };

struct SamplerState {
  bool is_normalized;
  Mode mode;
};

template <typename T> struct Image {
  T* texels;
  int width, height;
};

// The channel type that a read returns.
template <typename T> struct Channel {
  using type = int;
};
template <> struct Channel<uchar> {
  using type = uint;
};
template <> struct Channel<ushort> {
  using type = uint;
};
template <> struct Channel<uint> {
  using type = uint;
};
template <> struct Channel<float> {
  using type = float;
};
template <typename T> using Pixel = vec<typename Channel<T>::type, 4>;

/// The texel along one axis, or -1 for the border.
inline int texel(const SamplerState& sampler, int at, int size) {
  if (sampler.mode == CLAMP) {
    return at < 0 || at >= size ? -1 : at;
  }
  return sampler.mode == NONE ? at : at < 0 ? 0 : at >= size ? size - 1 : at;
}

inline int texel(const SamplerState& sampler, float at, int size) {
  if (sampler.mode == REPEAT) {
    const int i = int(__builtin_floorf((at - __builtin_floorf(at)) * float(size)));
    return i > size - 1 ? i - size : i;
  }
  if (sampler.mode == MIRRORED_REPEAT) {
    const float mirrored = __builtin_fabsf(at - 2.0f * __builtin_rintf(0.5f * at));
    const int i = int(__builtin_floorf(mirrored * float(size)));
    return i > size - 1 ? size - 1 : i;
  }
  return texel(sampler, int(__builtin_floorf(sampler.is_normalized ? at * float(size) : at)), size);
}

template <typename T, typename C>
Pixel<T> read_image(const Image<T>& image, const SamplerState& sampler, const vec<C, 2>& at) {
  const int x = texel(sampler, at.s[0], image.width), y = texel(sampler, at.s[1], image.height);
  Pixel<T> pixel{};
  for (int i = 0; i < 4 && x >= 0 && y >= 0; ++i) {
    pixel.s[i] = image.texels[(size_t(y) * size_t(image.width) + size_t(x)) * 4 + size_t(i)];
  }
  return pixel;
}

template <typename T> void write_image(const Image<T>& image, int x, int y, const Pixel<T>& pixel) {
  if (x < 0 || x >= image.width || y < 0 || y >= image.height) {
    return;
  }
  for (int i = 0; i < 4; ++i) {
    T& channel = image.texels[(size_t(y) * size_t(image.width) + size_t(x)) * 4 + size_t(i)];
    if constexpr (T(0.5) != T(0)) {
      channel = pixel.s[i];
    } else {
      channel = saturated<T>(pixel.s[i]);
    }
  }
}

} // namespace rt

typedef rt::SamplerState sampler_t;

#endif
