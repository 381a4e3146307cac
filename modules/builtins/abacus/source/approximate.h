// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The half_ functions, no less exact than the full ones, and those of the native_ ones that are
// single instructions. The others are in native.h.
#ifndef ABACUS_APPROXIMATE_H
#define ABACUS_APPROXIMATE_H

#include "arithmetic/elementary.h"
#include "exponentials/exp.h"
#include "exponentials/exp10.h"
#include "exponentials/exp2.h"
#include "logarithms/log.h"
#include "logarithms/log10.h"
#include "logarithms/log2.h"
#include "powers/powr.h"
#include "roots/rsqrt.h"
#include "trigonometric/cos.h"
#include "trigonometric/sin.h"
#include "trigonometric/tan.h"

namespace abacus {

template <class T> T half_cos(T x) { return cos(x); }
template <class T> T half_exp(T x) { return exp(x); }
template <class T> T half_exp2(T x) { return exp2(x); }
template <class T> T half_exp10(T x) { return exp10(x); }
template <class T> T half_log(T x) { return log(x); }
template <class T> T half_log2(T x) { return log2(x); }
template <class T> T half_log10(T x) { return log10(x); }
template <class T> T half_rsqrt(T x) { return rsqrt(x); }
/// Targets may multiply with an estimate of the reciprocal.
template <class T> T native_rsqrt(T x) {
#pragma clang fp reciprocal(on)
  return T(1) / __builtin_elementwise_sqrt(x);
}
template <class T> T half_sin(T x) { return sin(x); }
template <class T> T half_tan(T x) { return tan(x); }
template <class T> T half_sqrt(T x) { return sqrt(x); }
template <class T> T native_sqrt(T x) { return sqrt(x); }

template <class T> T half_powr(T x, T y) { return powr(x, y); }
template <class T> T half_divide(T x, T y) { return x / y; }
template <class T> T native_divide(T x, T y) { return x / y; }
template <class T> T half_recip(T x) { return T(1) / x; }
template <class T> T native_recip(T x) { return T(1) / x; }

} // namespace abacus

#endif
