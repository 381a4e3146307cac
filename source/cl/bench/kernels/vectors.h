// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of 512 bits, as Clang and GCC know them, for the C++ that is written by hand.
#ifndef CL_BENCH_VECTORS_H
#define CL_BENCH_VECTORS_H

#include <cmath>
#include <cstdint>
#include <cstring>

typedef float Floats __attribute__((vector_size(64)));
typedef int32_t Ints __attribute__((vector_size(64)));
typedef uint32_t Uints __attribute__((vector_size(64)));
constexpr int lanes = 16;

template <typename V, typename T> V load(const T* from) {
  V value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
template <typename V, typename T> void store(T* to, const V& value) {
  std::memcpy(to, &value, sizeof value);
}

/// Whether a lane is not 0.
inline bool any(Ints mask) {
  int32_t together = 0;
  for (int l = 0; l < lanes; ++l) {
    together |= mask[l];
  }
  return together != 0;
}

inline Floats square_root(Floats x) {
  for (int l = 0; l < lanes; ++l) {
    x[l] = std::sqrt(x[l]);
  }
  return x;
}

inline Ints iota() { return Ints{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }

#endif
