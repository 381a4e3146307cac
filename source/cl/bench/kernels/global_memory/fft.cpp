// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Fourier transform of 2^18 points by Stockham's radix-2 passes, 18 launches. The C++ does the
// same passes.
#include "workload.h"

#include <cmath>

namespace {

constexpr uint32_t half = 1 << 17, n = 2 * half;

/// Pairs `first` to `last`, multiples of `p` or inside one run of `p`.
inline void butterflies(float* __restrict to, const float* from, const float* twiddles, uint32_t p,
                        uint32_t first, uint32_t last) {
  const uint32_t step = half / p, run = std::min(p, last - first);
  for (uint32_t i = first; i < last; i += run) {
    const uint32_t begin = i & (p - 1), out = 2 * i - begin;
    for (uint32_t k = 0; k < run; ++k) {
      const float *w = twiddles + 2 * (begin + k) * step, *a = from + 2 * (i + k),
                  *b = a + 2 * half;
      const float x = w[0] * b[0] - w[1] * b[1], y = w[0] * b[1] + w[1] * b[0];
      float *low = to + 2 * (out + k), *high = low + 2 * p;
      low[0] = a[0] + x, low[1] = a[1] + y;
      high[0] = a[0] - x, high[1] = a[1] - y;
    }
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  const float* from = as<float>(buffers[1]);
  float* to = as<float>(buffers[2]);
  const float* twiddles = as<float>(buffers[3]);
  for (uint32_t p = 1; p < n; p *= 2) {
    team.run(half, 8192, [&](size_t first, size_t last) {
      const auto begin = uint32_t(first), end = uint32_t(last);
      switch (p) { // short runs are unrolled
      case 1:
        butterflies(to, from, twiddles, 1, begin, end);
        break;
      case 2:
        butterflies(to, from, twiddles, 2, begin, end);
        break;
      case 4:
        butterflies(to, from, twiddles, 4, begin, end);
        break;
      case 8:
        butterflies(to, from, twiddles, 8, begin, end);
        break;
      default:
        butterflies(to, from, twiddles, p, begin, end);
      }
    });
    from = to;
    to = as<float>(buffers[to == as<float>(buffers[2]) ? 0 : 2]);
  }
}

Words twiddles() {
  Words words(n);
  for (uint32_t i = 0; i < half; ++i) {
    const double angle = -M_PI * i / half;
    as<float>(words)[2 * i] = float(std::cos(angle));
    as<float>(words)[2 * i + 1] = float(std::sin(angle));
  }
  return words;
}

Workload make() {
  Workload load{"fft",
                R"(kernel void pass(global float2* to, global const float2* from,
                                    global const float2* twiddles, uint half_size, uint p) {
                     uint i = get_global_id(0), k = i & (p - 1);
                     float2 w = twiddles[k * (half_size / p)];
                     float2 a = from[i], b = from[i + half_size];
                     float2 t = (float2)(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
                     uint j = 2 * i - k;
                     to[j] = a + t;
                     to[j + p] = a - t;
                   })",
                {Words(2 * n), random_floats(2 * n), Words(2 * n), twiddles()},
                {},
                native,
                1e-6 * n,
                "M points/s",
                10.0 * half * 18,
                20.0 * n * 18,
                Element::float32,
                1e-3};
  size_t from = 1, to = 2;
  for (uint32_t p = 1; p < n; p *= 2) {
    load.launches.push_back({"pass", {half}, {}, {Buffer{to}, Buffer{from}, Buffer{3}, half, p}});
    from = to;
    to = 2 - to;
  }
  return load;
}

const Registered registered("fft", make);

} // namespace
