// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prices of options: exp, log and a polynomial for the normal distribution. The C++ is a plain loop
// that the compiler turns into vectors and calls of libmvec.
#include "workload.h"

#include <cmath>

namespace {

constexpr size_t n = size_t(1) << 20;
constexpr float rate = 0.02F, volatility = 0.3F;

inline float normal(float d) {
  const float k = 1.0F / (1.0F + 0.2316419F * std::fabs(d));
  const float poly =
      k * (0.31938153F +
           k * (-0.356563782F + k * (1.781477937F + k * (-1.821255978F + k * 1.330274429F))));
  const float tail = 0.39894228F * std::exp(-0.5F * d * d) * poly;
  return d > 0 ? 1.0F - tail : tail;
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, size_t(1) << 14, [&](size_t first, size_t last) {
    const float *price = as<float>(buffers[1]), *strike = as<float>(buffers[2]),
                *years = as<float>(buffers[3]);
    float* __restrict call = as<float>(buffers[0]);
    float* __restrict put = call + n;
    for (size_t i = first; i < last; ++i) {
      const float s = 5 + 25 * price[i], x = 1 + 99 * strike[i], t = 0.25F + 9 * years[i];
      const float root = volatility * std::sqrt(t);
      const float d1 = (std::log(s / x) + (rate + 0.5F * volatility * volatility) * t) / root;
      const float c1 = normal(d1), c2 = normal(d1 - root);
      const float later = x * std::exp(-rate * t);
      call[i] = s * c1 - later * c2;
      put[i] = later * (1.0F - c2) - s * (1.0F - c1);
    }
  });
}

const Registered registered("black_scholes", [] {
  return Workload{
      "black_scholes",
      R"(float normal(float d) {
                       float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
                       float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f +
                                    k * (-1.821255978f + k * 1.330274429f))));
                       float tail = 0.39894228f * exp(-0.5f * d * d) * poly;
                       return d > 0 ? 1.0f - tail : tail;
                     }
                     kernel void price(global float* call, global const float* price,
                                       global const float* strike, global const float* years,
                                       float rate, float volatility) {
                       size_t i = get_global_id(0), n = get_global_size(0);
                       float s = 5 + 25 * price[i], x = 1 + 99 * strike[i], t = 0.25f + 9 * years[i];
                       float root = volatility * sqrt(t);
                       float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / root;
                       float c1 = normal(d1), c2 = normal(d1 - root);
                       float later = x * exp(-rate * t);
                       call[i] = s * c1 - later * c2;
                       call[i + n] = later * (1.0f - c2) - s * (1.0f - c1);
                     })",
      {Words(2 * n), random_floats(n), random_floats(n, 2), random_floats(n, 3)},
      {{"price", {n}, {}, {Buffer{0}, Buffer{1}, Buffer{2}, Buffer{3}, rate, volatility}}},
      native,
      1e-6 * n,
      "M/s",
      90.0 * n,
      20.0 * n,
      Element::float32,
      1e-4};
});

} // namespace
