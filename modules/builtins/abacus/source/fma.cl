// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The half form; float and double are in elementary.h.
#include "fma.h"

half convert_half(double);

half fma(half a, half b, half c) {
  return convert_half(abacus::sum_to_odd(double(a) * double(b), c));
}
