// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Energies of pairs in double precision, with exp. The C++ is a plain loop that the compiler turns
// into vectors and calls of libmvec.
#include "workload.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace {

constexpr size_t n = 2048;

void native(Team& team, std::vector<Words>& buffers) {
  constexpr size_t block = 64;
  team.run(n / block, 1, [&](size_t first, size_t last) {
    const auto* x = as<double>(buffers[1]);
    const double *y = x + n, *z = y + n;
    for (size_t i = first * block; i < last * block; i += block) {
      double sums[block] = {};
      for (size_t j = 0; j < n; ++j) {
        for (size_t l = 0; l < block; ++l) {
          const double dx = x[j] - x[i + l], dy = y[j] - y[i + l], dz = z[j] - z[i + l];
          const double square = dx * dx + dy * dy + dz * dz + 0.25;
          const double inverse = 1 / square;
          sums[l] += 1000 * std::exp(-3.5 * std::sqrt(square)) - inverse * inverse * inverse;
        }
      }
      std::memcpy(as<double>(buffers[0]) + i, sums, sizeof sums);
    }
  });
}

Words positions() {
  const Words random = random_floats(3 * n);
  Words words(6 * n);
  std::copy(as<float>(random), as<float>(random) + 3 * n, as<double>(words));
  return words;
}

const Registered registered("pair_potential", [] {
  return Workload{"pair_potential",
                  R"(kernel void potential(global double* out, global const double* at, int n) {
                       int i = get_global_id(0);
                       double x = at[i], y = at[i + n], z = at[i + 2 * n], sum = 0;
                       for (int j = 0; j < n; j++) {
                         double dx = at[j] - x, dy = at[j + n] - y, dz = at[j + 2 * n] - z;
                         double square = dx * dx + dy * dy + dz * dz + 0.25;
                         double inverse = 1 / square;
                         sum += 1000 * exp(-3.5 * sqrt(square)) - inverse * inverse * inverse;
                       }
                       out[i] = sum;
                     })",
                  {Words(2 * n), positions()},
                  {{"potential", {n}, {}, {Buffer{0}, Buffer{1}, int32_t(n)}}},
                  native,
                  1e-6 * n * n,
                  "M pairs/s",
                  2 * 40.0 * n * n, // of doubles, which are twice as large
                  32.0 * n,
                  Element::float64,
                  1e-9};
});

} // namespace
