// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A feature of OpenCL beside what does the same without it: C++ with intrinsics, or other kernels.
#ifndef CL_BENCH_FEATURES_FEATURE_H
#define CL_BENCH_FEATURES_FEATURE_H

#include "workload.h"

/// The CPU level of the code, of the C++ as well as of the kernels.
enum class Level { avx2, avx512 };

struct Feature {
  Workload load; ///< its C++, if there is any, takes part
  /// Kernels that do the same in other ways; the fastest counts. Their buffers are those of `load`.
  std::vector<Workload> others;
  double mark; ///< how fast the feature is to be, as a part of the fastest of those
};

using RegisteredFeature = Registration<Feature, Level>;

#endif
