// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dot products of four bytes (OpenCL C 6.15.18, cl_khr_integer_dot_product). Only the sum with the
// accumulator saturates: that of the products is exact.
#include "types.h"

namespace impl {

template <class R, class A, class B> R products(A a, B b) {
  return R(a[0]) * R(b[0]) + R(a[1]) * R(b[1]) + R(a[2]) * R(b[2]) + R(a[3]) * R(b[3]);
}

} // namespace impl

using char_4 = vec<char, 4>;
using uchar_4 = vec<uchar, 4>;

#define DOT(result, a_type, b_type, packed)                                                        \
  result dot(a_type a, b_type b) { return impl::products<result>(a, b); }                          \
  result dot_acc_sat(a_type a, b_type b, result c) {                                               \
    return __builtin_elementwise_add_sat(impl::products<result>(a, b), c);                         \
  }                                                                                                \
  result dot_4x8packed_##packed(uint a, uint b) {                                                  \
    return impl::products<result>(as<a_type>(a), as<b_type>(b));                                   \
  }                                                                                                \
  result dot_acc_sat_4x8packed_##packed(uint a, uint b, result c) {                                \
    return __builtin_elementwise_add_sat(impl::products<result>(as<a_type>(a), as<b_type>(b)), c); \
  }

DOT(uint, uchar_4, uchar_4, uu_uint)
DOT(int, char_4, char_4, ss_int)
DOT(int, uchar_4, char_4, us_int)
DOT(int, char_4, uchar_4, su_int)
