// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TARGET_SUPPORT_LOCAL_SIZE_H
#define TARGET_SUPPORT_LOCAL_SIZE_H

#include <array>
#include <cstdint>

namespace target_support {

struct LocalSizeRequest {
  std::array<uint64_t, 3> global_size = {1, 1, 1}; ///< 1 beyond the dimensions
  uint64_t preferred_multiple = 1;                 ///< of x: lanes of the vectorized kernel
  uint64_t max_work_group_size = 1;
  uint32_t threads = 1;
  uint64_t rows = 1;            ///< that a group should have, if there are so many
  bool long_work_items = false; ///< a few are worth a group
  bool non_uniform = false;     ///< the last groups of a dimension may be smaller than the others
};

/// The local size for a launch that names none. It divides the global size, unless groups may be of
/// several sizes and no divisor is near the best size (as none is of a prime); it is never larger.
/// x, along which the compiler packetizes, is as large as is useful and a multiple of the lanes
/// where it can be; then y and z grow until a group is worth its cost; there are groups for every
/// thread where the launch is large enough to share. Pure.
[[nodiscard]] std::array<uint64_t, 3> suggest_local_size(const LocalSizeRequest& request);

} // namespace target_support

#endif
