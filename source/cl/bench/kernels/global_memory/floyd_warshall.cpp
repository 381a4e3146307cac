// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shortest ways: 512 short launches, each after the one before. The C++ does the same passes.
#include "workload.h"

#include <algorithm>

namespace {

constexpr uint32_t n = 512;

void native(Team& team, std::vector<Words>& buffers) {
  uint32_t* d = buffers[0].data();
  for (size_t k = 0; k < n; ++k) {
    team.run(n, 64, [d, k](size_t first, size_t last) {
      const uint32_t* via = d + k * n;
      for (size_t y = first; y < last; ++y) {
        uint32_t* row = d + y * n;
        const uint32_t to = row[k];
        if (y == k) {
          continue; // the way from k to itself is 0
        }
        for (size_t x = 0; x < n; ++x) {
          row[x] = std::min(row[x], to + via[x]);
        }
      }
    });
  }
}

Workload make() {
  Workload load{"floyd_warshall",
                R"(kernel void relax(global uint* d, uint n, uint k) {
                     uint x = get_global_id(0), y = get_global_id(1);
                     d[y * n + x] = min(d[y * n + x], d[y * n + k] + d[k * n + x]);
                   })",
                {random_words(n * n)},
                {},
                native,
                1e-9 * n * n * n,
                "G/s",
                0,
                0};
  for (size_t i = 0; i < n * n; ++i) {
    load.buffers[0][i] = i % (n + 1) == 0 ? 0 : 1 + load.buffers[0][i] % 100000;
  }
  for (uint32_t k = 0; k < n; ++k) {
    load.launches.push_back({"relax", {n, n}, {}, {Buffer{0}, n, k}});
  }
  load.bytes = 8.0 * n * n * n;
  return load;
}

const Registered registered("floyd_warshall", make);

} // namespace
