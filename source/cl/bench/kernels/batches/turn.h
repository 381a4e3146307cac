// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sixteen rows of sixteen floats turned in registers, for C++ that does an item a lane.
#ifndef CL_BENCH_KERNELS_BATCHES_TURN_H
#define CL_BENCH_KERNELS_BATCHES_TURN_H

#include "kernels/vectors.h"

/// Row i becomes column i.
inline void turn(Floats (&rows)[lanes]) {
  Floats next[lanes];
  for (int step = 0; step < 4; ++step) { // a perfect shuffle each: four of them transpose
    for (int i = 0; i < lanes / 2; ++i) {
      next[2 * i] = __builtin_shufflevector(rows[i], rows[i + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20,
                                            5, 21, 6, 22, 7, 23);
      next[2 * i + 1] = __builtin_shufflevector(rows[i], rows[i + 8], 8, 24, 9, 25, 10, 26, 11, 27,
                                                12, 28, 13, 29, 14, 30, 15, 31);
    }
    std::memcpy(rows, next, sizeof rows);
  }
}

#endif
