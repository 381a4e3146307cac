// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From coordinates to texels (OpenCL 1.2, section 8.2), one axis at a time. The result may lie
// outside of the image; the code that accesses memory clamps it.
#ifndef LIBIMG_COORDINATES_H
#define LIBIMG_COORDINATES_H

#include "texel.h"

namespace img {

inline int clamp(int x, int least, int most) {
  return __builtin_elementwise_min(__builtin_elementwise_max(x, least), most);
}

inline float floor(float x) { return __builtin_elementwise_floor(x); }

/// A whole number as an int; beyond what any image has, or NaN, some number that is outside as
/// well.
inline int whole(float x) {
  constexpr float far = 1 << 30;
  x = x > -far ? x : -far;
  return int(x < far ? x : far);
}

/// A coordinate in texels; the addressing modes that repeat bring it into the image.
inline float texels(float x, int size, uint sampler) {
  switch (sampler & sampler_addressing) {
  case sampler_repeat:
    return (x - floor(x)) * float(size);
  case sampler_mirrored_repeat:
    return __builtin_elementwise_abs(x - 2.0f * __builtin_elementwise_rint(0.5f * x)) * float(size);
  default:
    return sampler & sampler_normalized ? x * float(size) : x;
  }
}

/// The texel that holds a coordinate.
inline int nearest(float x, int size, uint sampler) {
  const int i = whole(floor(texels(x, size, sampler)));
  // Rounding can end at the size itself: the first texel again, or the last in a mirror.
  const bool repeats = (sampler & sampler_addressing) == sampler_repeat;
  return repeats && i > size - 1 ? i - size : i;
}
inline int nearest(int x, int, uint) { return x; }

/// The layer of an array.
inline int layer(float x, int size) {
  return clamp(whole(__builtin_elementwise_rint(x)), 0, size - 1);
}
inline int layer(int x, int size) { return clamp(x, 0, size - 1); }

/// Two neighbours, and how much of the second a linear filter takes.
struct Pair {
  int first, second;
  float weight;
};

inline Pair neighbours(float x, int size, uint sampler) {
  const float middle = texels(x, size, sampler) - 0.5f;
  const float below = floor(middle);
  Pair pair = {whole(below), whole(below) + 1, middle - below};
  if ((sampler & sampler_addressing) == sampler_repeat) {
    pair.first = pair.first < 0 ? pair.first + size : pair.first;
    pair.second = pair.second > size - 1 ? pair.second - size : pair.second;
  }
  return pair;
}

} // namespace img

#endif
