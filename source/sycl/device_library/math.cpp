// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library's mathematics for kernels: std::sin and its like call these names where Clang makes
// no instruction of them. Compiled without built-ins, else a function would become a call of
// itself.
#include <sycl/detail/config.hpp>

#define LW_UNARY(name, spirv)                                                                      \
  SYCL_EXTERNAL float __spirv_ocl_##spirv(float);                                                  \
  SYCL_EXTERNAL double __spirv_ocl_##spirv(double);                                                \
  extern "C" SYCL_EXTERNAL float name##f(float x) { return __spirv_ocl_##spirv(x); }               \
  extern "C" SYCL_EXTERNAL double name(double x) { return __spirv_ocl_##spirv(x); }
#define LW_BINARY(name, spirv)                                                                     \
  SYCL_EXTERNAL float __spirv_ocl_##spirv(float, float);                                           \
  SYCL_EXTERNAL double __spirv_ocl_##spirv(double, double);                                        \
  extern "C" SYCL_EXTERNAL float name##f(float x, float y) { return __spirv_ocl_##spirv(x, y); }   \
  extern "C" SYCL_EXTERNAL double name(double x, double y) { return __spirv_ocl_##spirv(x, y); }

LW_UNARY(acos, acos)
LW_UNARY(acosh, acosh)
LW_UNARY(asin, asin)
LW_UNARY(asinh, asinh)
LW_UNARY(atan, atan)
LW_UNARY(atanh, atanh)
LW_UNARY(cbrt, cbrt)
LW_UNARY(ceil, ceil)
LW_UNARY(cos, cos)
LW_UNARY(cosh, cosh)
LW_UNARY(erf, erf)
LW_UNARY(erfc, erfc)
LW_UNARY(exp, exp)
LW_UNARY(exp2, exp2)
LW_UNARY(expm1, expm1)
LW_UNARY(fabs, fabs)
LW_UNARY(floor, floor)
LW_UNARY(lgamma, lgamma)
LW_UNARY(log, log)
LW_UNARY(log10, log10)
LW_UNARY(log1p, log1p)
LW_UNARY(log2, log2)
LW_UNARY(logb, logb)
LW_UNARY(nearbyint, rint)
LW_UNARY(rint, rint)
LW_UNARY(round, round)
LW_UNARY(sin, sin)
LW_UNARY(sinh, sinh)
LW_UNARY(sqrt, sqrt)
LW_UNARY(tan, tan)
LW_UNARY(tanh, tanh)
LW_UNARY(tgamma, tgamma)
LW_UNARY(trunc, trunc)
LW_BINARY(atan2, atan2)
LW_BINARY(copysign, copysign)
LW_BINARY(fdim, fdim)
LW_BINARY(fmax, fmax)
LW_BINARY(fmin, fmin)
LW_BINARY(fmod, fmod)
LW_BINARY(hypot, hypot)
LW_BINARY(nextafter, nextafter)
LW_BINARY(pow, pow)
LW_BINARY(remainder, remainder)

SYCL_EXTERNAL float __spirv_ocl_fma(float, float, float);
SYCL_EXTERNAL double __spirv_ocl_fma(double, double, double);
extern "C" SYCL_EXTERNAL float fmaf(float x, float y, float z) { return __spirv_ocl_fma(x, y, z); }
extern "C" SYCL_EXTERNAL double fma(double x, double y, double z) {
  return __spirv_ocl_fma(x, y, z);
}
SYCL_EXTERNAL float __spirv_ocl_ldexp(float, int);
SYCL_EXTERNAL double __spirv_ocl_ldexp(double, int);
extern "C" SYCL_EXTERNAL float ldexpf(float x, int e) { return __spirv_ocl_ldexp(x, e); }
extern "C" SYCL_EXTERNAL double ldexp(double x, int e) { return __spirv_ocl_ldexp(x, e); }
extern "C" SYCL_EXTERNAL float scalbnf(float x, int e) { return __spirv_ocl_ldexp(x, e); }
extern "C" SYCL_EXTERNAL double scalbn(double x, int e) { return __spirv_ocl_ldexp(x, e); }
SYCL_EXTERNAL int __spirv_ocl_ilogb(float);
SYCL_EXTERNAL int __spirv_ocl_ilogb(double);
extern "C" SYCL_EXTERNAL int ilogbf(float x) { return __spirv_ocl_ilogb(x); }
extern "C" SYCL_EXTERNAL int ilogb(double x) { return __spirv_ocl_ilogb(x); }
extern "C" SYCL_EXTERNAL long lround(double x) { return long(__spirv_ocl_round(x)); }
extern "C" SYCL_EXTERNAL long lroundf(float x) { return long(__spirv_ocl_round(x)); }
extern "C" SYCL_EXTERNAL long lrint(double x) { return long(__spirv_ocl_rint(x)); }
extern "C" SYCL_EXTERNAL long lrintf(float x) { return long(__spirv_ocl_rint(x)); }

SYCL_EXTERNAL float __spirv_ocl_frexp(float, int*);
SYCL_EXTERNAL double __spirv_ocl_frexp(double, int*);
extern "C" SYCL_EXTERNAL float frexpf(float x, int* e) { return __spirv_ocl_frexp(x, e); }
extern "C" SYCL_EXTERNAL double frexp(double x, int* e) { return __spirv_ocl_frexp(x, e); }
SYCL_EXTERNAL float __spirv_ocl_modf(float, float*);
SYCL_EXTERNAL double __spirv_ocl_modf(double, double*);
extern "C" SYCL_EXTERNAL float modff(float x, float* i) { return __spirv_ocl_modf(x, i); }
extern "C" SYCL_EXTERNAL double modf(double x, double* i) { return __spirv_ocl_modf(x, i); }

extern "C" SYCL_EXTERNAL int abs(int x) { return x < 0 ? -x : x; }
extern "C" SYCL_EXTERNAL long labs(long x) { return x < 0 ? -x : x; }
extern "C" SYCL_EXTERNAL long long llabs(long long x) { return x < 0 ? -x : x; }
