// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with intrinsics carry the features of the CPU that they are for; the rest of the
// program runs on any.
#ifndef CL_BENCH_FEATURES_INTRINSICS_H
#define CL_BENCH_FEATURES_INTRINSICS_H

#include <immintrin.h>

#define AVX2 [[gnu::target("avx2,fma,bmi,bmi2,popcnt,lzcnt")]]
#define AVX512                                                                                     \
  [[gnu::target("avx2,fma,bmi,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,"      \
                "avx512vnni")]]

#endif
