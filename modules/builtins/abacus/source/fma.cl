// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fma.h"

half convert_half(double);

double fma(double a, double b, double c) {
  return __mux_has_fma() ? __builtin_elementwise_fma(a, b, c) : abacus::soft_fma(a, b, c);
}
/// The product is exact in double.
float fma(float a, float b, float c) {
  return __mux_has_fma() ? __builtin_elementwise_fma(a, b, c)
                         : float(abacus::sum_to_odd(double(a) * double(b), c));
}
half fma(half a, half b, half c) {
  return convert_half(abacus::sum_to_odd(double(a) * double(b), c));
}
