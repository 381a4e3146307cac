// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_REMAINDERS_REMAINDER_H
#define ABACUS_REMAINDERS_REMAINDER_H

#include "remainders/division.h"

namespace abacus {

template <class T> T remainder(T x, T y) {
  signed_of<T> quotient;
  return nearest_remainder(x, y, &quotient);
}

} // namespace abacus

#endif
