// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_LAUNCH_GRIDS_H
#define CUDA_LAUNCH_GRIDS_H

#include "cuda/kernel_abi.h"

#include <array>
#include <vector>

namespace cuda {

/// Blocks of one size that are launched at once.
struct Grid {
  std::array<uint64_t, 3> first; ///< work-group
  std::array<uint64_t, 3> count; ///< work-groups
  std::array<uint64_t, 3> size;  ///< of a work-group
  bool is_full;                  ///< of the enqueued local size
};

/// The grids of a range: work-groups at the end of a dimension that are smaller have grids of their
/// own, and none has more blocks than `most`. Throws std::bad_alloc.
[[nodiscard]] std::vector<Grid> grids_of(const launch& range, const uint64_t (&most)[3]);

} // namespace cuda

#endif
