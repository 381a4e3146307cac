// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sixteen rows of sixteen floats turned in registers, for C++ that does an item a lane.
#ifndef CL_BENCH_KERNELS_BATCHES_TURN_H
#define CL_BENCH_KERNELS_BATCHES_TURN_H

#include "kernels/vectors.h"

#include <utility>

/// Vectors of one register, for C++ that keeps many of them.
#ifdef __AVX512F__
constexpr int width = 16;
#else
constexpr int width = 8;
#endif
using Vector [[gnu::vector_size(width * sizeof(float))]] = float;

/// Exchanges the upper right and the lower left of all squares of 2 x `step` numbers.
template <int step, int... lane>
void exchange(Floats (&rows)[lanes], std::integer_sequence<int, lane...> /*all*/) {
#pragma GCC unroll 16
  for (int i = 0; i < lanes; ++i) {
    if ((i & step) == 0) {
      const Floats a = rows[i], b = rows[i + step];
      rows[i] = __builtin_shufflevector(a, b, (lane & step ? lanes + lane - step : lane)...);
      rows[i + step] = __builtin_shufflevector(a, b, (lane & step ? lanes + lane : lane + step)...);
    }
  }
}

/// Row i becomes column i.
inline void turn(Floats (&rows)[lanes]) {
  constexpr std::make_integer_sequence<int, lanes> all;
  exchange<8>(rows, all);
  exchange<4>(rows, all);
  exchange<2>(rows, all);
  exchange<1>(rows, all);
}

#endif
