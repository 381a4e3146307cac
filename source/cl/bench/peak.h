// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine's peak rates: upper limits for any workload.
#ifndef CL_BENCH_PEAK_H
#define CL_BENCH_PEAK_H

#include "team.h"
#include "words.h"

/// Each `threads` times the same fused multiply-adds of vectors without memory; gives their flops.
double run_fma(Team& team, unsigned threads);

/// STREAM's triad as plain loops over three arrays of `stream_words` floats; gives its bytes, as
/// STREAM counts them: 12 an element.
constexpr size_t stream_words = size_t(1) << 25;
double run_stream(Team& team, Words& a, const Words& b, const Words& c);

#endif
