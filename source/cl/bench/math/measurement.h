// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row of math_bench: a function of one kind over one range of arguments, on arrays that fit
// the second-level cache.
#ifndef MATH_BENCH_MEASUREMENT_H
#define MATH_BENCH_MEASUREMENT_H

#include "driver.h"
#include "math/functions.h"
#include "measure.h"

/// Million elements a second, 0 where there is no such function.
struct Speeds {
  double lanewise = 0, libmvec = 0, sleef_precise = 0, sleef_fast = 0, other = 0;
  bool right = true; ///< Lanewise's results are near those of SLEEF or libmvec, if there are any
  bool alike = true; ///< the other driver's are near Lanewise's
};

/// All take turns. `other` may be null.
[[nodiscard]] Speeds measure(const Driver& lanewise, const Driver* other,
                             const Stopwatch& stopwatch, const Function& function, const Kind& kind,
                             Range range);

#endif
