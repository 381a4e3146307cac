// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_LAUNCH_GRIDS_H
#define CUDA_LAUNCH_GRIDS_H

#include "cuda/kernel_abi.h"

#include <algorithm>
#include <array>

namespace cuda {

/// Blocks of one size that are launched at once.
struct Grid {
  std::array<uint64_t, 3> first; ///< work-group
  std::array<uint64_t, 3> count; ///< work-groups
  std::array<uint64_t, 3> size;  ///< of a work-group
  bool is_full;                  ///< of the enqueued local size
};

/// Neighbouring groups of a dimension that have one size.
struct Stretch {
  uint64_t first, count, size;
  bool is_full;
};

/// Calls function(stretch) for all stretches of a dimension, of at most so many groups each, until
/// it gives false; false if it did.
template <typename Function>
bool each_stretch(uint64_t global, uint64_t local, uint64_t most, Function&& function) {
  const uint64_t full = global / local;
  for (uint64_t first = 0; first < full; first += most) {
    if (!function(Stretch{first, std::min(most, full - first), local, true})) {
      return false;
    }
  }
  return global % local == 0 || function(Stretch{full, 1, global % local, false});
}

/// Calls function(grid) for the grids of a range, until it gives false: work-groups at the end of a
/// dimension that are smaller have grids of their own, and none has more blocks than `most`.
template <typename Function>
bool each_grid(const launch& range, const uint64_t (&most)[3], Function&& function) {
  const auto each = [&](int i, auto&& inner) {
    return each_stretch(range.global_size[i], range.enqueued_local_size[i], most[i], inner);
  };
  return each(2, [&](const Stretch& z) {
    return each(1, [&](const Stretch& y) {
      return each(0, [&](const Stretch& x) {
        return function(Grid{{x.first, y.first, z.first},
                             {x.count, y.count, z.count},
                             {x.size, y.size, z.size},
                             x.is_full && y.is_full && z.is_full});
      });
    });
  });
}

} // namespace cuda

#endif
