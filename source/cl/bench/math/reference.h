// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over arrays that call other libraries' vector functions. A second argument is `y`;
// functions of one do not read it. Null where a library has no such function.
#ifndef MATH_BENCH_REFERENCE_H
#define MATH_BENCH_REFERENCE_H

#include <cstddef>
#include <string_view>

using SingleLoop = void (*)(const float* x, const float* y, float* out, size_t count);
using DoubleLoop = void (*)(const double* x, const double* y, double* out, size_t count);

struct Loops {
  SingleLoop single = nullptr;
  DoubleLoop twofold = nullptr;
};

/// glibc's, as Clang vectorises a plain loop.
Loops libmvec(std::string_view name);

/// SLEEF's with the bound of error nearest to 1 unit in the last place, and nearest to 3.5.
Loops sleef_precise(std::string_view name);
Loops sleef_fast(std::string_view name);

#endif
