// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dot products of four bytes (OpenCL C 6.15.18, cl_khr_integer_dot_product). Only the sum with the
// accumulator saturates: that of the products is exact.
#include "mux.h"
#include "types.h"

// Dot products of words of signed or unsigned bytes. Targets know instructions for them, of which
// the vectoriser needs to know no more than that they work element by element.
extern "C" {
MUX_PURE int __lanewise_elementwise_dot_ss(uint a, uint b);
MUX_PURE int __lanewise_elementwise_dot_us(uint a, uint b);
MUX_PURE int __lanewise_elementwise_dot_uu(uint a, uint b);
}

namespace impl {

inline int dot_ss_int(uint a, uint b) { return __lanewise_elementwise_dot_ss(a, b); }
inline int dot_us_int(uint a, uint b) { return __lanewise_elementwise_dot_us(a, b); }
inline int dot_su_int(uint a, uint b) { return __lanewise_elementwise_dot_us(b, a); }
inline uint dot_uu_uint(uint a, uint b) { return (uint)__lanewise_elementwise_dot_uu(a, b); }

} // namespace impl

using char_4 = vec<char, 4>;
using uchar_4 = vec<uchar, 4>;

#define DOT(result, a_type, b_type, packed)                                                        \
  result dot_4x8packed_##packed(uint a, uint b) { return impl::dot_##packed(a, b); }               \
  result dot_acc_sat_4x8packed_##packed(uint a, uint b, result c) {                                \
    return __builtin_elementwise_add_sat(impl::dot_##packed(a, b), c);                             \
  }                                                                                                \
  result dot(a_type a, b_type b) { return impl::dot_##packed(as<uint>(a), as<uint>(b)); }          \
  result dot_acc_sat(a_type a, b_type b, result c) {                                               \
    return __builtin_elementwise_add_sat(dot(a, b), c);                                            \
  }

DOT(uint, uchar_4, uchar_4, uu_uint)
DOT(int, char_4, char_4, ss_int)
DOT(int, uchar_4, char_4, us_int)
DOT(int, char_4, uchar_4, su_int)
