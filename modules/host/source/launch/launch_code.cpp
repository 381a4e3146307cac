// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/launch_code.h"

#include "cpu/tiles.h"
#include "target_support/range.h"

namespace host {

mux_result_t make_schedule(const Code& code, const mux_ndrange_t& range, schedule& out) {
  out = {};
  out.size = sizeof(schedule);
  out.version = kernel_abi_version;
  out.has_tiles = may_use_tiles() ? 1 : 0;
  if (!target_support::set_range(range, code.kernel, code.remainder, *code.kernel.device_info, out,
                                 out.group_end)) {
    return mux_error_invalid_value;
  }
  if (range.concurrent && out.group_end > code.kernel.device_info->concurrent_groups) {
    return mux_error_invalid_value;
  }
  for (int i = 0; i < 3; ++i) {
    out.local_size[i] =
        std::min(out.enqueued_local_size[i], std::max<uint64_t>(out.global_size[i], 1));
  }
  return mux_success;
}

uint64_t items_of(const schedule& launch) {
  uint64_t product = launch.global_size[0];
  for (int i = 1; i < 3; ++i) {
    if (__builtin_mul_overflow(product, launch.global_size[i], &product)) {
      return UINT64_MAX;
    }
  }
  return product;
}

} // namespace host
