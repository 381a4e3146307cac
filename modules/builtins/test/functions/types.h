// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ types by OpenCL C's names, values to test with, and half.
#ifndef BUILTINS_TEST_FUNCTIONS_TYPES_H
#define BUILTINS_TEST_FUNCTIONS_TYPES_H

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

/// A number of 16 bits, as it stands in memory.
struct Half {
  uint16_t bits = 0;
  double value() const {
    const int field = bits >> 10 & 31;
    const double fraction = bits & 1023;
    const double size = field == 31 ? (bits & 1023 ? NAN : INFINITY)
                        : field     ? std::ldexp(fraction + 1024, field - 25)
                                    : std::ldexp(fraction, -24);
    return bits >> 15 ? -size : size;
  }
};

template <typename T> const char* type_name();
template <> inline const char* type_name<int8_t>() { return "char"; }
template <> inline const char* type_name<uint8_t>() { return "uchar"; }
template <> inline const char* type_name<int16_t>() { return "short"; }
template <> inline const char* type_name<uint16_t>() { return "ushort"; }
template <> inline const char* type_name<int32_t>() { return "int"; }
template <> inline const char* type_name<uint32_t>() { return "uint"; }
template <> inline const char* type_name<int64_t>() { return "long"; }
template <> inline const char* type_name<uint64_t>() { return "ulong"; }
template <> inline const char* type_name<Half>() { return "half"; }
template <> inline const char* type_name<float>() { return "float"; }
template <> inline const char* type_name<double>() { return "double"; }

template <typename T> inline constexpr bool is_integer = std::is_integral_v<T>;

/// "float", or "float4".
template <typename T> std::string vector_name(int width) {
  return type_name<T>() + (width == 1 ? std::string() : std::to_string(width));
}
/// Elements that a vector takes in memory.
inline int room(int width) { return width == 3 ? 4 : width; }

template <typename T> double real(T x) {
  if constexpr (std::is_same_v<T, Half>) {
    return x.value();
  } else {
    return double(x);
  }
}
template <typename T> auto bits(T x) {
  if constexpr (sizeof(T) == 1) {
    return std::bit_cast<uint8_t>(x);
  } else if constexpr (sizeof(T) == 2) {
    return std::bit_cast<uint16_t>(x);
  } else if constexpr (sizeof(T) == 4) {
    return std::bit_cast<uint32_t>(x);
  } else {
    return std::bit_cast<uint64_t>(x);
  }
}
template <typename T> T from_bits(uint64_t x) {
  if constexpr (sizeof(T) == 1) {
    return std::bit_cast<T>(uint8_t(x));
  } else if constexpr (sizeof(T) == 2) {
    return std::bit_cast<T>(uint16_t(x));
  } else if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(uint32_t(x));
  } else {
    return std::bit_cast<T>(uint64_t(x));
  }
}
/// Equal bit for bit, or both NaN.
template <typename T> bool same(T a, T b) {
  if constexpr (!is_integer<T>) {
    if (std::isnan(real(a)) && std::isnan(real(b))) {
      return true;
    }
  }
  return bits(a) == bits(b);
}

/// Boundary values and random ones of all magnitudes; a multiple of 48 of them.
template <typename T> std::vector<T> values(uint64_t seed) {
  std::vector<T> result;
  const int width = sizeof(T) * 8;
  for (int i = 0; i < width; ++i) {
    for (int d = -1; d <= 1; ++d) {
      result.push_back(from_bits<T>((uint64_t(1) << i) + uint64_t(d)));
      result.push_back(from_bits<T>(~((uint64_t(1) << i) + uint64_t(d))));
    }
  }
  if constexpr (!is_integer<T>) {
    const uint64_t sign = uint64_t(1) << (width - 1);
    const int mantissa = width == 16 ? 10 : width == 32 ? 23 : 52;
    const uint64_t infinity = (sign - 1) >> mantissa << mantissa, step = uint64_t(1) << mantissa;
    const uint64_t one = (infinity >> 1) & ~(step - 1);
    for (uint64_t size : {uint64_t(0), uint64_t(1), step - 1, step, infinity - 1, infinity,
                          infinity + step / 2, one, one - step, one + step / 2, one + step,
                          one + step + step / 2, one + step * 3 + step / 4, one - 1, one + 1}) {
      result.push_back(from_bits<T>(size));
      result.push_back(from_bits<T>(size | sign));
    }
  }
  std::mt19937_64 random(seed);
  while (result.size() < 960 || result.size() % 48 != 0) {
    const uint64_t any = random(), shift = random() % uint64_t(width);
    if constexpr (is_integer<T>) {
      result.push_back(T(std::bit_cast<std::make_signed_t<T>>(from_bits<T>(any)) >> shift));
    } else {
      result.push_back(from_bits<T>(any));
    }
  }
  std::shuffle(result.begin(), result.end(), random);
  return result;
}

/// The same values where a vector of `width` is expected in memory.
template <typename T> std::vector<T> spread(const std::vector<T>& in, int width) {
  std::vector<T> out(in.size() / size_t(width) * size_t(room(width)));
  for (size_t i = 0; i < in.size(); ++i) {
    out[i / size_t(width) * size_t(room(width)) + i % size_t(width)] = in[i];
  }
  return out;
}
template <typename T> std::vector<T> gather(const std::vector<T>& in, int width) {
  std::vector<T> out(in.size() / size_t(room(width)) * size_t(width));
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = in[i / size_t(width) * size_t(room(width)) + i % size_t(width)];
  }
  return out;
}

#endif
