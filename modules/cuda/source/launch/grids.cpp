// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/grids.h"

#include <algorithm>

namespace cuda {
namespace {

/// Neighbouring groups of a dimension that have one size.
struct Stretch {
  uint64_t first, count, size;
  bool is_full;
};

std::vector<Stretch> stretches(uint64_t global, uint64_t local, uint64_t most) {
  std::vector<Stretch> all;
  const uint64_t full = global / local;
  for (uint64_t first = 0; first < full; first += most) {
    all.push_back({first, std::min(most, full - first), local, true});
  }
  if (global % local != 0) {
    all.push_back({full, 1, global % local, false});
  }
  return all;
}

} // namespace

std::vector<Grid> grids_of(const launch& range, const uint64_t (&most)[3]) {
  const auto of = [&](int i) {
    return stretches(range.global_size[i], range.enqueued_local_size[i], most[i]);
  };
  std::vector<Grid> all;
  for (const Stretch& z : of(2)) {
    for (const Stretch& y : of(1)) {
      for (const Stretch& x : of(0)) {
        all.push_back({{x.first, y.first, z.first},
                       {x.count, y.count, z.count},
                       {x.size, y.size, z.size},
                       x.is_full && y.is_full && z.is_full});
      }
    }
  }
  return all;
}

} // namespace cuda
