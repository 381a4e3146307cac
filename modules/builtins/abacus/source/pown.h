// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_POWN_H
#define ABACUS_POWN_H

#include "power.h"

namespace abacus {

template <class T> T pown(T x, vec<int, width_of<T>> n) {
  const T result = exp2_to_float<T>(log2_of_size(x) * cast<double_of<T>>(n));
  const auto odd = (n & 1) != 0;
  return choose(n == 0, T(1), negated_where<T>(odd & has_sign(x), result));
}

} // namespace abacus

#endif
