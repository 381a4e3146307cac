// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_POLYNOMIAL_H
#define ABACUS_POLYNOMIAL_H

namespace abacus {

/// The polynomial with these coefficients, highest power first.
template <class... C> inline double horner(double x, double first, C... rest) {
  double p = first;
  ((p = p * x + rest), ...);
  return p;
}

} // namespace abacus

#endif
