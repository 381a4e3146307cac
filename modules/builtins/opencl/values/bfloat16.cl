// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// float to bfloat16, which is the upper half of a float, and back (cl_intel_bfloat16_conversions).
#include "types.h"

namespace impl {

/// To nearest, ties to even; NaNs stay NaNs, whatever their lower bits.
template <class T> inline vec<ushort, width_of<T>> to_bfloat16(T x) {
  using bits_of = unsigned_of<T>;
  const bits_of bits = as<bits_of>(x);
  const bits_of rounded = bits + (((bits >> 16) & 1u) + 0x7fffu);
  const bits_of chosen = x != x ? bits | 0x400000u : rounded;
  return cast<vec<ushort, width_of<T>>>(chosen >> 16);
}

template <class T> inline vec<float, width_of<T>> from_bfloat16(T x) {
  return as<vec<float, width_of<T>>>(cast<vec<uint, width_of<T>>>(x) << 16);
}

} // namespace impl

#define BFLOAT16(n, count)                                                                         \
  vec<ushort, count> intel_convert_bfloat16##n##_as_ushort##n(vec<float, count> x) {               \
    return impl::to_bfloat16(x);                                                                   \
  }                                                                                                \
  vec<float, count> intel_convert_as_bfloat16##n##_float##n(vec<ushort, count> x) {                \
    return impl::from_bfloat16(x);                                                                 \
  }

BFLOAT16(, 1)
BFLOAT16(2, 2)
BFLOAT16(3, 3)
BFLOAT16(4, 4)
BFLOAT16(8, 8)
BFLOAT16(16, 16)
