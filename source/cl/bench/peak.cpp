// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peak.h"

namespace {

typedef float V __attribute__((vector_size(64)));
// Latency times two a cycle, and some, as far as registers hold the chains.
#ifdef __AVX512F__
constexpr int chains = 12;
#else
constexpr int chains = 6; // of two registers
#endif

/// Volatile, so that the optimiser cannot fold them.
volatile float factor = 0.999F, summand = 0.001F, sink;

} // namespace

double run_fma(Team& team, unsigned threads) {
  constexpr int steps = 200000;
  team.run(threads, 1, [](size_t, size_t) {
    const V a = V{} + factor, b = V{} + summand;
    V values[chains];
    for (int c = 0; c < chains; ++c) {
      values[c] = V{} + float(c); // chains that are equal would become one
    }
    for (int i = 0; i < steps; ++i) {
      for (V& value : values) {
        value = value * a + b;
      }
    }
    V sum = {};
    for (const V& value : values) {
      sum += value;
    }
    float together = 0; // all lanes are asked for
    for (int l = 0; l < 16; ++l) {
      together += sum[l];
    }
    sink = together;
  });
  return double(threads) * steps * chains * 16 * 2;
}

double run_stream(Team& team, Words& a, const Words& b, const Words& c) {
  team.run(stream_words, size_t(1) << 20, [&](size_t first, size_t last) {
    float* __restrict to = as<float>(a);
    const float *left = as<float>(b), *right = as<float>(c);
    for (size_t i = first; i < last; ++i) {
      to[i] = left[i] + 3.0F * right[i];
    }
  });
  return 12.0 * stream_words;
}
