// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sRGB color space (OpenCL C 3.0, section 8.3.3): the linear values of the 256 values of a
// channel, and the nearest of them to a number. The tables are computed while this is compiled, on
// the host and in the kernels' functions alike.
#ifndef LIBIMG_SRGB_H
#define LIBIMG_SRGB_H

#if defined(__OPENCL_CPP_VERSION__)
#define LIBIMG_CONSTANT __constant
#else
#define LIBIMG_CONSTANT
#endif

namespace libimg {

/// The fifth root of a number from 0.001 to 1.
constexpr double fifth_root(double x) {
  double root = 1;
  for (int i = 0; i < 16; ++i) { // Newton's method, from above
    const double square = root * root;
    root = (4 * root + x / (square * square)) / 5;
  }
  return root;
}

/// Converts an sRGB value from 0 to 1 to a linear scale.
constexpr double srgb_to_linear(double value) {
  if (value <= 0.04045) {
    return value / 12.92;
  }
  const double base = (value + 0.055) / 1.055; // to the power of 2.4
  return base * base * fifth_root(base * base);
}

/// The least float that is not below `x`, which is positive.
constexpr float round_up(double x) {
  const float nearest = float(x);
  if (double(nearest) >= x) {
    return nearest;
  }
  return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, nearest) + 1);
}

struct SrgbTables {
  float linear[256]; ///< what a channel's value stands for
  float least[256];  ///< the least number that is nearest to it; the first is 0
};

constexpr SrgbTables make_srgb_tables() {
  SrgbTables tables = {};
  for (int i = 1; i < 256; ++i) {
    tables.linear[i] = float(srgb_to_linear(i / 255.0));
    tables.least[i] = round_up(srgb_to_linear((i - 0.5) / 255.0));
  }
  return tables;
}

inline LIBIMG_CONSTANT constexpr SrgbTables srgb_tables = make_srgb_tables();

} // namespace libimg

#endif
