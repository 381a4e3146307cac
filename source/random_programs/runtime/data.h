// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initial contents of buffers, and the comparison of results: the same for the reference and for
// OpenCL.
#ifndef RANDOM_PROGRAMS_DATA_H
#define RANDOM_PROGRAMS_DATA_H

#include <stddef.h>
#include <stdint.h>

namespace data {

inline uint64_t next(uint64_t& state) {
  state += 0x9E3779B97F4A7C15;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// Bytes that any type may have.
inline void fill_bits(unsigned char* bytes, size_t size, uint64_t state) {
  for (size_t i = 0; i < size; ++i) {
    bytes[i] = static_cast<unsigned char>(next(state) >> 24);
  }
}

template <typename T> void fill_elements(T* elements, size_t count, int kind, uint64_t state) {
  for (size_t i = 0; i < count; ++i) {
    const uint64_t bits = next(state);
    const bool is_small = kind == 1 && (bits & 15) != 0;
    if (kind == 0) {
      elements[i] = 0;
    } else if (T(0.5) != T(0)) { // floating point: multiples of 1/8
      elements[i] =
          T(int64_t(bits >> 40 & (is_small ? 0xff : 0xffff)) - (is_small ? 64 : 0x8000)) / 8;
    } else {
      elements[i] = T(is_small ? bits >> 56 : bits >> 16);
    }
  }
}

/// `kind`: 0 zeros, 1 mostly small numbers, 2 any numbers. `type` is the first letter of the
/// element's type, 'f' for floating point, 'i' for integers.
inline void fill(void* buffer, size_t count, unsigned element_size, char type, int kind,
                 uint64_t seed) {
  const uint64_t state = seed * 77 + 5;
  if (type == 'f') {
    return element_size == 4 ? fill_elements(static_cast<float*>(buffer), count, kind, state)
                             : fill_elements(static_cast<double*>(buffer), count, kind, state);
  }
  switch (element_size) {
  case 1:
    return fill_elements(static_cast<uint8_t*>(buffer), count, kind, state);
  case 2:
    return fill_elements(static_cast<uint16_t*>(buffer), count, kind, state);
  case 4:
    return fill_elements(static_cast<uint32_t*>(buffer), count, kind, state);
  default:
    return fill_elements(static_cast<uint64_t*>(buffer), count, kind, state);
  }
}

inline uint64_t hash(const void* data, size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  uint64_t result = size;
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t word = 0;
    __builtin_memcpy(&word, bytes + i, 8);
    result = (result ^ word) * 0x9E3779B97F4A7C15;
    result ^= result >> 29;
  }
  for (; i < size; ++i) {
    result = (result ^ bytes[i]) * 0x9E3779B97F4A7C15;
  }
  return result ^ (result >> 32);
}

/// A hash of lines of text that does not depend on their order.
inline uint64_t hash_of_lines(const char* text, size_t size) {
  uint64_t result = 0;
  for (size_t begin = 0, i = 0; i < size; ++i) {
    if (text[i] == '\n') {
      result += hash(text + begin, i - begin);
      begin = i + 1;
    } else if (i + 1 == size) {
      result += ~hash(text + begin, size - begin);
    }
  }
  return result;
}

} // namespace data

#endif
