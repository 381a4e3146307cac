// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Non-uniform work-groups: where the local size does not divide the global size, the last groups of
// a dimension are smaller. Kernels run one size of groups a call, so a range of groups is cut into
// runs of groups of the same size.
#ifndef HOST_LAUNCH_GROUP_RUNS_H
#define HOST_LAUNCH_GROUP_RUNS_H

#include "host/kernel_abi.h"

#include <array>

namespace host {

/// Whether some groups of a launch are smaller than others.
[[nodiscard]] bool has_several_sizes(const schedule& launch);

/// Groups that follow one another in the linear order and have the same size.
struct GroupRun {
  uint64_t end;                       ///< behind the last one, as a linear index
  std::array<uint64_t, 3> local_size; ///< of each
  bool full;                          ///< that is the enqueued local size
};

/// The longest run of a launch that begins with group `first`, which must be one of its groups.
[[nodiscard]] GroupRun run_from(const schedule& launch, uint64_t first);

} // namespace host

#endif
