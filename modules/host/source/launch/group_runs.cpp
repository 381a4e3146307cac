// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/group_runs.h"

namespace host {
namespace {

/// Work-items of the last group of a dimension.
uint64_t last_size(const schedule& launch, int dimension) {
  const uint64_t left = launch.global_size[dimension] % launch.enqueued_local_size[dimension];
  return left == 0 ? launch.enqueued_local_size[dimension] : left;
}

/// Whether the last group of a dimension differs from others in it.
bool differs(const schedule& launch, int dimension) {
  return launch.num_groups[dimension] > 1 &&
         last_size(launch, dimension) != launch.enqueued_local_size[dimension];
}

} // namespace

bool has_several_sizes(const schedule& launch) {
  return differs(launch, 0) || differs(launch, 1) || differs(launch, 2);
}

GroupRun run_from(const schedule& launch, uint64_t first) {
  const uint64_t* groups = launch.num_groups;
  const uint64_t id[3] = {first % groups[0], first / groups[0] % groups[1],
                          first / groups[0] / groups[1]};
  GroupRun run = {launch.group_end, {}, true};
  // The groups in one step of a dimension: one, a row of them, a slice.
  uint64_t stride = groups[0] * groups[1];
  for (int i = 2; i >= 0; --i) {
    const uint64_t last = groups[i] - 1;
    run.local_size[i] = id[i] == last ? last_size(launch, i) : launch.enqueued_local_size[i];
    run.full = run.full && run.local_size[i] == launch.enqueued_local_size[i];
    if (differs(launch, i)) {
      const uint64_t begin = first - first % (stride * groups[i]); // with id 0 in this dimension
      run.end = begin + (id[i] == last ? groups[i] : last) * stride;
    }
    stride /= i == 0 ? 1 : groups[i - 1];
  }
  return run;
}

} // namespace host
