// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine gives to threads of C++ that no driver has to wake: the measure for the
// driver's rows of scale_bench.
#ifndef CL_BENCH_SCALE_MACHINE_H
#define CL_BENCH_SCALE_MACHINE_H

#include <cstddef>
#include <vector>

/// Seconds of each round of STREAM's triad over `words` floats, each thread on its own part.
[[nodiscard]] std::vector<double> stream_rounds(unsigned threads, int rounds, float* a,
                                                const float* b, const float* c, size_t words);

/// Seconds of each round of `work` steps of a computation in registers, which the threads take in
/// parts until none is left.
[[nodiscard]] std::vector<double> compute_rounds(unsigned threads, int rounds, size_t work);

#endif
