// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ROOTS_ROOTN_H
#define ABACUS_ROOTS_ROOTN_H

#include "powers/power.h"

namespace abacus {

template <class T> T rootn(T x, vec<int, width_of<T>> n) {
  const T result = root_of_size(x, cast<double_of<T>>(n));
  const signed_of<T> whole = cast<signed_of<T>>(n);
  const auto odd = (whole & signed_of<T>(1)) != signed_of<T>(0);
  const T value = negated_where<T>(odd & has_sign(x), result);
  return choose((whole == signed_of<T>(0)) | ((x < T(0)) & !odd), lane_nan<T>(), value);
}

} // namespace abacus

#endif
